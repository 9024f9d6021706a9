import { Controller, Delete, Get, mixin, Patch, Post, Put, Req, Res, type Type } from '@nestjs/common';
import { RouteConfig } from '@nestjs/platform-fastify';
import { ApiExcludeController } from '@nestjs/swagger';
import { type CallInput } from '@percept/core';
import { PerceptError } from '@percept/sdk';
import type { Door, DoorCall, DoorInput, DoorRoute } from '@percept/sdk/doors';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { CompatCalls, type Exchange } from './compat-calls';
import { CompatLibrary } from './compat-library';
import { CompatFaces, CompatObjects } from './compat-stores';
import { toDoorRequest } from './door';

const METHODS = { GET: Get, POST: Post, PUT: Put, PATCH: Patch, DELETE: Delete } as const;

/** What the service does for doors. */
interface Ports {
  readonly calls: CompatCalls;
  readonly library: CompatLibrary;
  readonly stores: CompatFaces;
  readonly storage: CompatObjects;
}

/** Creates the controller for the routes of a plugin's door. */
export function doorController(door: Door): Type {
  @Controller()
  @ApiExcludeController()
  class DoorController implements Ports {
    constructor(
      readonly calls: CompatCalls,
      readonly library: CompatLibrary,
      readonly stores: CompatFaces,
      readonly storage: CompatObjects,
    ) {}
  }
  door.routes.forEach((route, index) => addRoute(DoorController.prototype, `answer${index}`, door, route));
  return mixin(DoorController);
}

function addRoute(prototype: Ports, name: string, door: Door, route: DoorRoute): void {
  const value = async function (this: Ports, request: Exchange['request'], reply: FastifyReply): Promise<void> {
    const { status = 200, headers = {}, body } = await route.answer(toDoorCall(this, { request, reply }));
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

function toDoorCall({ calls, library, stores, storage }: Ports, exchange: Exchange): DoorCall {
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
    rawHeaders: request.raw.rawHeaders,
    get admitted() {
      return request.caller !== undefined;
    },
    get faces() {
      return stores.of(admitted().request);
    },
    get objects() {
      return storage.of(admitted());
    },
    form: async () => (request.isMultipart() ? toDoorInput(await calls.form(request)) : { fields: urlencodedFields(request) }),
    files: async () => (request.isMultipart() ? calls.files(request) : { fields: urlencodedFields(request), files: [] }),
    admit: (credential) => calls.admit(exchange, credential),
    models: () => library.models(admitted().request).map(({ name, task }) => ({ name, task })),
    call: async <T>(capability: string, input: DoorInput) => {
      const { output, timings, models } = await calls.call(capability, toCallInput(input), admitted());
      return { output: output as T, timings, models };
    },
    accept: (capability, input) => calls.accept(capability, toCallInput(input), admitted()),
    accepted: (accepted) => calls.accepted(admitted().request, accepted),
  };
}

/** The fields of a form without files: Python's requests and curl write it so where no picture is sent. */
function urlencodedFields({ body, headers }: FastifyRequest): Record<string, string> {
  const isForm = headers['content-type']?.startsWith('application/x-www-form-urlencoded') && Buffer.isBuffer(body);
  return isForm ? Object.fromEntries(new URLSearchParams(body.toString())) : {};
}

/** The bytes are copied because they move to the worker, and a door may use them for several calls. */
function toCallInput({ fields = {}, media }: DoorInput): CallInput {
  return { fields, ...(media && { media: { field: media.field, bytes: new Uint8Array(media.bytes) } }) };
}

function toDoorInput({ fields, media }: CallInput): DoorInput {
  if (!media || !('bytes' in media)) return { fields };
  return { fields, media: { field: media.field as 'image', bytes: media.bytes } };
}
