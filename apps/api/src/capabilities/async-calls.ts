import { Inject, Injectable } from '@nestjs/common';
import { PluginHost, type CallInput, type CapabilityDefinition } from '@percept/core';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { createHash } from 'node:crypto';
import { Analyses } from '../analyses/analyses';
import { showAccepted, type AcceptedAnalysis } from '../analyses/analyses.controller';
import { Idempotency } from '../idempotency/idempotency';
import { onceOf, replay } from '../idempotency/idempotency.interceptor';
import { callInputOf } from './call-input';

/** Whether the caller does not want to wait (RFC 7240). */
export function prefersAsync({ headers: { prefer } }: FastifyRequest): boolean {
  return /(^|[\s,;])respond-async($|[\s,;])/i.test([prefer ?? []].flat().join(','));
}

/** A call of a capability that is answered with 202 and done afterwards. */
@Injectable()
export class AsyncCalls {
  constructor(
    private readonly host: PluginHost,
    private readonly idempotency: Idempotency,
    @Inject(Analyses) private readonly analyses: Analyses,
  ) {}

  async accept(
    { id: capability }: CapabilityDefinition,
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<AcceptedAnalysis> {
    const input = await callInputOf(request);
    this.host.check(capability, input);
    void reply.status(202).header('preference-applied', 'respond-async');
    const once = onceOf(request, digestOf(input));
    const accept = async (): Promise<AcceptedAnalysis> => {
      const analysis = await this.analyses.accept({ capability, input, caller: request.caller!, requestId: request.id });
      return showAccepted(analysis);
    };
    const answer = async () => {
      const body = await accept();
      return { status: 202, location: body.status_url, body };
    };
    if (once) return replay(await this.idempotency.once(once, answer), reply) as AcceptedAnalysis;
    return accept();
  }
}

function digestOf({ json, media, fields }: CallInput): Buffer {
  const head = JSON.stringify([fields ?? null, media?.field ?? null]);
  return createHash('sha256')
    .update(`${head}\n`)
    .update(media && 'bytes' in media ? media.bytes : (json ?? new Uint8Array(0)))
    .digest();
}
