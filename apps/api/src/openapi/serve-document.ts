import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { SwaggerModule } from '@nestjs/swagger';
import { createDocument } from './document';

/** The OpenAPI document at /openapi.json and its page at /docs. */
export function serveDocument(app: NestFastifyApplication): void {
  const document = createDocument(app);
  SwaggerModule.setup('docs', app, document, {
    jsonDocumentUrl: 'openapi.json',
    yamlDocumentUrl: 'openapi.yaml',
    customSiteTitle: 'Percept',
  });
}
