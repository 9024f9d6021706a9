import { Controller, Get, Header, Headers, Res } from '@nestjs/common';
import { RouteConfig } from '@nestjs/platform-fastify';
import { ApiExcludeController } from '@nestjs/swagger';
import { Pipelines } from '@percept/core';
import type { FastifyReply } from 'fastify';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';

/** For editors, which send no key: `# yaml-language-server: $schema=http://localhost:3000/schemas/pipeline.json`. */
@Controller('schemas')
@ApiExcludeController()
export class PipelineSchemaController {
  constructor(private readonly pipelines: Pipelines) {}

  /** Compressed for clients that accept it: the schema is large, and the dashboard's editor waits for it. */
  @Get('pipeline.json')
  @Header('access-control-allow-origin', '*')
  @Header('content-type', 'application/json; charset=utf-8')
  @Header('vary', 'accept-encoding')
  @RouteConfig({ open: true })
  async schema(
    @Headers('accept-encoding') encodings: string | undefined,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<string | Buffer> {
    const json = JSON.stringify(this.pipelines.registry.editorSchema());
    if (!/\bgzip\b/.test(encodings ?? '')) return json;
    void reply.header('content-encoding', 'gzip');
    return promisify(gzip)(json);
  }
}
