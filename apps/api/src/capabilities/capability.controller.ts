import { Controller, HttpCode, mixin, Post, Req, Res, type Type } from '@nestjs/common';
import { RouteConfig } from '@nestjs/platform-fastify';
import { capabilityPath, type CapabilityDefinition } from '@percept/core';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { AsyncCalls, prefersAsync } from './async-calls';
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
      if (!prefersAsync(request)) return this.calls.answer(capability, request, reply);
      const accepted = await this.later.accept(capability, request, reply);
      void reply.header('location', accepted.status_url);
      return accepted;
    }
  }
  return mixin(CapabilityController);
}
