import { Controller, Get, Header } from '@nestjs/common';
import { RouteConfig } from '@nestjs/platform-fastify';
import { ApiExcludeController } from '@nestjs/swagger';
import { Pipelines } from '@percept/core';

/** For editors, which send no key: `# yaml-language-server: $schema=http://localhost:3000/schemas/pipeline.json`. */
@Controller('schemas')
@ApiExcludeController()
export class PipelineSchemaController {
  constructor(private readonly pipelines: Pipelines) {}

  @Get('pipeline.json')
  @Header('access-control-allow-origin', '*')
  @RouteConfig({ open: true })
  schema(): Record<string, unknown> {
    return this.pipelines.registry.editorSchema();
  }
}
