import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { DocumentBuilder, SwaggerModule, type OpenAPIObject } from '@nestjs/swagger';
import { PluginHost } from '@percept/core';
import { SESSION_COOKIE } from '../auth/sessions/sessions';
import { VERSION } from '../config/version';
import { capabilityOperation } from './capability-operation';
import { errorResponses, errorSchema } from './error-responses';
import { namedSchemas } from './schemas';
import { webhookOperations } from './webhook-operations';
import { answerHeaders, headersOf, idempotencyKey, prefer, retryHeaders } from './shared-headers';

type Responses = NonNullable<OpenAPIObject['paths'][string]['post']>['responses'];

const DESCRIPTION = `Image, video, text and forecast analysis, pipelines and webhooks.
Every request carries \`Authorization: Bearer <API_KEY>\`; every error has the shape of the schema \`Error\`.`;

/** OpenAPI 3.1, generated from the controllers and from the very classes that check the requests. */
export function createDocument(app: NestFastifyApplication): OpenAPIObject {
  const options = new DocumentBuilder()
    .setOpenAPIVersion('3.1.0')
    .setTitle('Percept')
    .setDescription(DESCRIPTION)
    .setVersion(VERSION)
    .setLicense('Apache-2.0', 'https://www.apache.org/licenses/LICENSE-2.0')
    .addServer('/', 'Where this document was read.')
    .addBearerAuth({ type: 'http', scheme: 'bearer', description: 'An API key: `percept keys create --name NAME`.' }, 'key')
    .addCookieAuth(SESSION_COOKIE, { type: 'apiKey', in: 'cookie', description: 'A signed-in administrator.' }, 'session')
    .addSecurityRequirements('key')
    .addSecurityRequirements('session')
    .build();
  const document = SwaggerModule.createDocument(app, options);
  for (const capability of app.get(PluginHost).capabilities.values()) {
    const { path, operation } = capabilityOperation(capability);
    document.paths[path] = { post: operation };
  }
  addErrors(document);
  addHeaders(document);
  return { ...document, webhooks: webhookOperations() } as OpenAPIObject;
}

function addErrors(document: OpenAPIObject): void {
  document.components ??= {};
  document.components.schemas = { ...document.components.schemas, ...namedSchemas(), Error: errorSchema };
  for (const path of Object.values(document.paths)) {
    for (const operation of [path.get, path.post, path.put, path.patch, path.delete]) {
      if (operation) operation.responses = withHeaders({ ...errorResponses, ...operation.responses });
    }
  }
}

/** What every answer carries, and what every POST takes. */
function addHeaders(document: OpenAPIObject): void {
  document.components!.headers = { ...answerHeaders, ...retryHeaders };
  for (const [path, { post }] of Object.entries(document.paths)) {
    if (post && path !== '/v1/session' && !post.parameters?.includes(prefer))
      post.parameters = [...(post.parameters ?? []), idempotencyKey];
  }
}

function withHeaders(responses: Responses): Responses {
  return Object.fromEntries(
    Object.entries(responses).map(([status, response]) => [
      status,
      response && '$ref' in response ? response : { description: '', ...response, headers: headersOf(status) },
    ]),
  );
}
