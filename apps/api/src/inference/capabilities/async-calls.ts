import { Injectable } from '@nestjs/common';
import { PluginHost, type CallInput, type PostponedCall } from '@percept/core';
import type { CapabilityDefinition } from '@percept/sdk';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { Analyses } from '../analyses/analyses';
import { showAccepted, type AcceptedAnalysisResponse } from '../analyses/analysis-responses';
import { longAtOnce } from '../analyses/long-at-once';
import { Idempotency } from '../../request/idempotency/idempotency';
import { readOnce, replay } from '../../request/idempotency/idempotency.interceptor';
import { readCallInput, digestOfInput } from './call-input';

/** Accepts a call of a capability with 202 and queues it. */
@Injectable()
export class AsyncCalls {
  constructor(
    private readonly host: PluginHost,
    private readonly idempotency: Idempotency,
    private readonly analyses: Analyses,
  ) {}

  async accept(
    definition: CapabilityDefinition,
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<AcceptedAnalysisResponse> {
    const input = await readCallInput(request);
    this.host.check(definition.id, input);
    void reply.status(202).header('preference-applied', 'respond-async');
    const once = await readOnce(request, () => digestOfInput(input));
    const accept = () => this.enqueue(definition, input, request);
    const answer = async () => {
      const body = await accept();
      return { status: 202, location: body.status_url, body };
    };
    if (once) return replay(await this.idempotency.once(once, answer), reply) as AcceptedAnalysisResponse;
    return accept();
  }

  /** Accepts with 202 a call whose caller waits, because it takes too long to wait for. */
  async postpone(
    definition: CapabilityDefinition,
    { request, reply, input }: { request: FastifyRequest; reply: FastifyReply; input: PostponedCall['input'] },
  ): Promise<AcceptedAnalysisResponse> {
    try {
      void reply.status(202);
      return await this.enqueue(definition, input, request);
    } finally {
      await rm(dirname(input.media.file), { recursive: true, force: true });
    }
  }

  private async enqueue(
    { id }: CapabilityDefinition,
    input: CallInput,
    request: FastifyRequest,
  ): Promise<AcceptedAnalysisResponse> {
    const { caller, id: requestId } = request;
    const analysis = { capability: id, input, caller: caller!, requestId, longAtOnce: longAtOnce(this.host, id) };
    return showAccepted(await this.analyses.accept(analysis));
  }
}
