import { Controller, Get, Header } from '@nestjs/common';
import { RouteConfig } from '@nestjs/platform-fastify';
import { ApiExcludeController } from '@nestjs/swagger';
import { Manifest } from '@percept/core';
import { toJsonSchema } from '@percept/sdk';

/** For editors: `# yaml-language-server: $schema=http://localhost:3000/schemas/model.json` at the top of a model.yaml. */
@Controller('schemas')
@ApiExcludeController()
export class ModelSchemaController {
  private readonly schema = modelSchema();

  @Get('model.json')
  @Header('content-type', 'application/schema+json')
  @RouteConfig({ open: true })
  read(): Record<string, unknown> {
    return this.schema;
  }
}

/** The JSON Schema of a model.yaml, from the same class that validates it. */
function modelSchema(): Record<string, unknown> {
  const schema = structuredClone(toJsonSchema(Manifest)) as { properties: Record<string, unknown>; required: string[] };
  // In the file, labels are a list or the name of a text file beside it.
  schema.properties.labels = { anyOf: [{ type: 'array', items: { type: 'string' } }, { type: 'string' }] };
  // `input` is optional only for some built-in tasks.
  schema.required = [...new Set([...schema.required.filter((name) => name !== 'input'), 'output'])];
  const anyOf = [{ required: ['input'] }, { required: ['trunk'] }];
  return { $schema: 'http://json-schema.org/draft-07/schema#', title: 'model.yaml', ...schema, anyOf };
}
