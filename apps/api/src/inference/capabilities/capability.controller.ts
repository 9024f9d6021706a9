import { Controller, HttpCode, mixin, Post, Req, Res, type Type } from '@nestjs/common';
import { RouteConfig } from '@nestjs/platform-fastify';
import { ApiExcludeController } from '@nestjs/swagger';
import { acceptedMedia, capabilityPath, PostponedCall } from '@percept/core';
import type { CapabilityDefinition } from '@percept/sdk';
import { AnalysisBilling } from '../analyses/analysis-billing';
import type { AcceptedAnalysisResponse } from '../analyses/analysis-responses';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { getBilledAccount } from '../../access/auth/caller';
import { prefersAsync } from '../../request/http/prefers-async';
import { asyncPath } from './async-path';
import { AsyncCalls } from './async-calls';
import { CapabilityCalls, type CallExchange } from './capability-calls';

/**
 * The two REST routes of a capability: one waits for the answer, the other does not. Both follow from the declaration in the
 * plugin.
 */
export function capabilityController(capability: CapabilityDefinition): Type {
  const takesDocuments = acceptedMedia(capability.input)?.kind === 'document';
  const route = { media: true, scope: 'predict', capability: capability.id, takesDocuments } as const;

  @Controller()
  @ApiExcludeController()
  class CapabilityController {
    constructor(
      private readonly calls: CapabilityCalls,
      private readonly later: AsyncCalls,
      private readonly billing: AnalysisBilling,
    ) {}

    @Post(capabilityPath(capability))
    @HttpCode(200)
    @RouteConfig(route)
    call(@Req() request: FastifyRequest, @Res({ passthrough: true }) reply: FastifyReply): Promise<object> {
      return this.answer(request, reply);
    }

    @Post(asyncPath(capability))
    @HttpCode(202)
    @RouteConfig({ ...route, async: true })
    callLater(@Req() request: FastifyRequest, @Res({ passthrough: true }) reply: FastifyReply): Promise<object> {
      return this.answer(request, reply);
    }

    private now(exchange: CallExchange): Promise<Record<string, unknown>> {
      if (!capability.long) return this.calls.answer(capability, exchange);
      return this.billing.charged(getBilledAccount(exchange.request.caller!), exchange, (followed) =>
        this.calls.answer(capability, { ...exchange, ...followed }),
      );
    }

    private async answer(request: FastifyRequest, reply: FastifyReply): Promise<object> {
      const accepted = prefersAsync(request)
        ? await this.later.accept(capability, request, reply)
        : await this.now({ request, reply }).catch((error: unknown) => {
            if (error instanceof PostponedCall) return this.later.postpone(capability, { request, reply, input: error.input });
            throw error;
          });
      if (reply.statusCode !== 202) return accepted;
      void reply.header('location', (accepted as AcceptedAnalysisResponse).status_url);
      return accepted;
    }
  }
  return mixin(CapabilityController);
}
