import { Controller, Delete, Get, mixin, Patch, Post, Put, Req, Res, type Type } from '@nestjs/common';
import { RouteConfig } from '@nestjs/platform-fastify';
import { ApiExcludeController } from '@nestjs/swagger';
import { type CallInput } from '@percept/core';
import { PerceptError } from '@percept/sdk';
import type { Door, DoorCall, DoorInput, DoorRoute } from '@percept/sdk/doors';
import type { FastifyReply } from 'fastify';
import { CompatCalls, type Exchange } from './compat-calls';
import { toDoorRequest } from './door';

const METHODS = { GET: Get, POST: Post, PUT: Put, PATCH: Patch, DELETE: Delete } as const;

/** Creates the controller for the routes of a plugin's door. */
export function doorController(door: Door): Type {
  @Controller()
  @ApiExcludeController()
  class DoorController {
    constructor(readonly calls: CompatCalls) {}
  }
  door.routes.forEach((route, index) => addRoute(DoorController.prototype, `answer${index}`, door, route));
  return mixin(DoorController);
}

function addRoute(prototype: { calls: CompatCalls }, name: string, door: Door, route: DoorRoute): void {
  const value = async function (this: { calls: CompatCalls }, request: Exchange['request'], reply: FastifyReply): Promise<void> {
    const { status = 200, headers = {}, body } = await route.answer(toDoorCall(this.calls, { request, reply }));
    await reply.status(status).headers(headers).send(body);
  };
  const descriptor = { value, writable: true, configurable: true };
  Object.defineProperty(prototype, name, descriptor);
  const { capability, open } = route;
  const config = open ? { open, door } : { media: true, scope: 'predict', capability, door };
  RouteConfig(config)(prototype, name, descriptor);
  METHODS[route.method]([route.path].flat())(prototype, name, descriptor);
  Req()(prototype, name, 0);
  Res()(prototype, name, 1);
}

function toDoorCall(calls: CompatCalls, exchange: Exchange): DoorCall {
  const { request } = exchange;
  const { id, method, url, headers, params, query } = toDoorRequest(request);
  const admitted = (): Exchange => {
    if (request.caller) return exchange;
    throw new PerceptError('UNAUTHORIZED', 'The route of this door has admitted nobody: send an API key.');
  };
  return {
    ...{ id, method, url, headers, params, query, version: calls.version },
    body: Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0),
    origin: `${request.protocol}://${request.host}`,
    form: async () => (request.isMultipart() ? toDoorInput(await calls.form(request)) : { fields: {} }),
    admit: (key) => calls.admit(exchange, key),
    call: async <T>(capability: string, input: DoorInput) => {
      const { output, timings, models } = await calls.call(capability, toCallInput(input), admitted());
      return { output: output as T, timings, models };
    },
    accept: (capability, input) => calls.accept(capability, toCallInput(input), admitted()),
    accepted: (accepted) => calls.accepted(admitted().request, accepted),
  };
}

/** The bytes are copied because they move to the worker, and a door may use them for several calls. */
function toCallInput({ fields = {}, media }: DoorInput): CallInput {
  return { fields, ...(media && { media: { field: media.field, bytes: new Uint8Array(media.bytes) } }) };
}

function toDoorInput({ fields, media }: CallInput): DoorInput {
  if (!media || !('bytes' in media)) return { fields };
  return { fields, media: { field: media.field as 'image', bytes: media.bytes } };
}
