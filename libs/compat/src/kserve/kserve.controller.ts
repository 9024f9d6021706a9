import { Controller, Get, HttpCode, Param, Post, Req, Res } from '@nestjs/common';
import { RouteConfig } from '@nestjs/platform-fastify';
import { ApiExcludeController } from '@nestjs/swagger';
import { PluginHost } from '@percept/core';
import { PerceptError } from '@percept/sdk';
import { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { CompatCalls } from '../compat-calls';
import { kserveDoor } from './kserve-door';
import { KserveModels, type ModelMetadata, type NamedModel } from './kserve-models';

const HEAD_LENGTH = 'inference-header-content-length';
const READ = { scope: 'predict', door: kserveDoor };
const INFER = { ...READ, media: true };
const OPEN = { open: true, door: kserveDoor };

/**
 * The paths of the Open Inference Protocol v2, except `GET /v2/models/{name}`: Percept's own route answers the protocol's fields
 * too.
 */
@Controller('v2')
@ApiExcludeController()
export class KserveController {
  constructor(
    private readonly calls: CompatCalls,
    private readonly models: KserveModels,
    private readonly host: PluginHost,
  ) {}

  @Get()
  @RouteConfig(READ)
  server(): object {
    return { name: 'percept', version: this.calls.version, extensions: ['binary_tensor_data'] };
  }

  @Get('health/live')
  @RouteConfig(OPEN)
  live(): object {
    return { live: true };
  }

  @Get('health/ready')
  @RouteConfig(OPEN)
  ready(@Res({ passthrough: true }) reply: FastifyReply): object {
    const ready = this.host.isReady();
    void reply.status(ready ? 200 : 503);
    return { ready };
  }

  @Get(['models/:name/ready', 'models/:name/versions/:version/ready'])
  @RouteConfig(READ)
  modelReady(
    @Param('name') name: string,
    @Param('version') version: string | undefined,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): object {
    const ready = this.host.isReady() && this.models.check(this.named(request, name, version)).isReady;
    void reply.status(ready ? 200 : 503);
    return { name, ready };
  }

  @Get('models/:name/versions/:version')
  @RouteConfig(READ)
  metadata(
    @Param('name') name: string,
    @Param('version') version: string,
    @Req() request: FastifyRequest,
  ): Promise<ModelMetadata> {
    return this.models.metadata(this.named(request, name, version));
  }

  @Post(['models/:name/infer', 'models/:name/versions/:version/infer'])
  @HttpCode(200)
  @RouteConfig(INFER)
  async infer(
    @Param('name') name: string,
    @Param('version') version: string | undefined,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    this.models.checkReady(this.named(request, name, version));
    const message = { model: name, headLength: headLengthOf(request) };
    const { body, headLength } = await this.calls.infer(message, { request, reply });
    void reply.header('content-type', headLength === undefined ? 'application/json; charset=utf-8' : 'application/octet-stream');
    if (headLength !== undefined) void reply.header(HEAD_LENGTH, headLength);
    void reply.header(
      'content-length',
      body.reduce((sum, { length }) => sum + length, 0),
    );
    await reply.send(Readable.from(body, { objectMode: false }));
  }

  private named(request: FastifyRequest, name: string, version?: string): NamedModel {
    return { project: this.calls.share(request).project, name, version };
  }
}

/** Length of the JSON before binary tensors, in bytes; undefined if the whole body is JSON. */
function headLengthOf({ headers }: FastifyRequest): number | undefined {
  const text = headers[HEAD_LENGTH];
  if (text === undefined) return undefined;
  const length = Number(text);
  if (typeof text === 'string' && /^\d+$/.test(text) && Number.isSafeInteger(length)) return length;
  throw PerceptError.invalid('Inference-Header-Content-Length', 'must be the number of bytes of the JSON.');
}
