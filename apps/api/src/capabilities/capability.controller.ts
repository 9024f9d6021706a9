import { Controller, HttpCode, mixin, Post, Req, Res, type Type } from '@nestjs/common';
import { RouteConfig } from '@nestjs/platform-fastify';
import { capabilityPath, type CapabilityDefinition } from '@percept/core';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { CapabilityCalls } from './capability-calls';

/** The REST route of a capability: one declaration in the plugin, one route here. */
export function capabilityController(capability: CapabilityDefinition): Type {
  @Controller()
  class CapabilityController {
    constructor(private readonly calls: CapabilityCalls) {}

    @Post(capabilityPath(capability))
    @HttpCode(200)
    @RouteConfig({ media: true, scope: 'predict', capability: capability.id })
    call(@Req() request: FastifyRequest, @Res({ passthrough: true }) reply: FastifyReply): Promise<Record<string, unknown>> {
      return this.calls.answer(capability, request, reply);
    }
  }
  return mixin(CapabilityController);
}
