import { Controller, HttpCode, mixin, Post, Req, Res, type Type } from '@nestjs/common';
import { RouteConfig } from '@nestjs/platform-fastify';
import { capabilityPath, PostponedCall, type CapabilityDefinition } from '@percept/core';
import type { AcceptedAnalysisResponse } from '../analyses/analyses.controller';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { prefersAsync } from '../http/prefers-async';
import { AsyncCalls } from './async-calls';
import { CapabilityCalls } from './capability-calls';

/** The REST route of a capability: one declaration in the plugin, one route here. */
export function capabilityController(capability: CapabilityDefinition): Type {
  @Controller()
  class CapabilityController {
    constructor(
      private readonly calls: CapabilityCalls,
      private readonly later: AsyncCalls,
    ) {}

    @Post(capabilityPath(capability))
    @HttpCode(200)
    @RouteConfig({ media: true, scope: 'predict', capability: capability.id })
    async call(@Req() request: FastifyRequest, @Res({ passthrough: true }) reply: FastifyReply): Promise<object> {
      const accepted = prefersAsync(request)
        ? await this.later.accept(capability, request, reply)
        : await this.calls.answer(capability, request, reply).catch((error: unknown) => {
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
