import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { SwaggerModule, type OpenAPIObject } from '@nestjs/swagger';
import { createDocument } from './document';

/** The OpenAPI document at /openapi.json and its page at /docs. */
export function serveDocument(app: NestFastifyApplication): void {
  // Made when it is first asked for: it takes 5 % of a start.
  let document: OpenAPIObject | undefined;
  SwaggerModule.setup('docs', app, () => (document ??= createDocument(app)), {
    jsonDocumentUrl: 'openapi.json',
    yamlDocumentUrl: 'openapi.yaml',
    customSiteTitle: 'Percept',
  });
}
