import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { DocumentBuilder, SwaggerModule, type OpenAPIObject } from '@nestjs/swagger';
import { PluginHost } from '@percept/core';
import type { JsonSchema } from '@percept/sdk';
import { SESSION_COOKIE } from '../auth/sessions/session-token';
import { VERSION } from '../config/version';
import { declaredClasses } from './answer-classes';
import { completeAnswers } from './answers';
import { acceptedAnalysis, capabilityOperations } from './capability-operation';
import { errorComponents, errorSchema } from './error-responses';
import { addEventSchemas, webhookOperations } from './webhook-operations';
import { NamedSchemas } from './named-schemas';
import { operationIdOf, OperationNames } from './operation-names';
import { operationsOf } from './operations';
import { shareParameters } from './share-parameters';
import { answerHeaders, idempotencyKey, parameters, retryHeaders } from './shared-headers';

type Components = NonNullable<OpenAPIObject['components']>;

const DESCRIPTION = `Image, video, text and forecast analysis, pipelines and webhooks.
Every request carries \`Authorization: Bearer <API_KEY>\`; every error has the shape of the schema \`Error\`.
Every answer has an \`X-Request-Id\`: your own if you sent one, else a new one.
Results carry the time of each stage in \`Server-Timing\`, and every answer but health, documents and sign-in the limits:
\`RateLimit\`, \`RateLimit-Policy\`, and \`X-RateLimit-*\` for the month.`;

/** Creates the OpenAPI 3.1 document from the controllers and the same classes that validate the requests. */
export function createDocument(app: NestFastifyApplication): OpenAPIObject {
  const options = new DocumentBuilder()
    .setOpenAPIVersion('3.1.0')
    .setTitle('Percept')
    .setDescription(DESCRIPTION)
    .setVersion(VERSION)
    .setLicense('Apache-2.0', 'https://www.apache.org/licenses/LICENSE-2.0')
    .addServer('/', 'Where this document was read.')
    .addBearerAuth({ type: 'http', scheme: 'bearer', description: 'An API key: `percept keys create --name NAME`.' }, 'key')
    .addCookieAuth(
      SESSION_COOKIE,
      { type: 'apiKey', in: 'cookie', description: `A signed-in administrator. Over TLS its name is __Host-${SESSION_COOKIE}.` },
      'session',
    )
    .addSecurityRequirements('key')
    .addSecurityRequirements('session')
    .build();
  const document = SwaggerModule.createDocument(app, options, { operationIdFactory: operationIdOf });
  const schemas = new NamedSchemas();
  schemas.add('Error', errorSchema as JsonSchema);
  for (const declared of declaredClasses(app)) schemas.refTo(declared);
  addEventSchemas(schemas);
  takeIdempotencyKeys(document);
  for (const { operation } of operationsOf(document)) if (operation.parameters?.length === 0) delete operation.parameters;
  addCapabilities(document, app.get(PluginHost), schemas);
  completeAnswers(document, schemas);
  schemas.openAllBut(operationsOf(document).map(({ operation }) => operation.requestBody ?? {}));
  const whole = { ...document, webhooks: webhookOperations() };
  const headers = { ...answerHeaders, ...retryHeaders };
  const components = {
    ...document.components,
    headers,
    parameters: { ...parameters, ...shareParameters(document) },
    responses: { ...errorComponents, AcceptedAnalysis: acceptedAnalysis(schemas) },
  };
  whole.components = {
    ...components,
    schemas: schemas.reachableFrom([whole.paths, whole.webhooks, components.responses]) as Components['schemas'],
  };
  return whole as OpenAPIObject;
}

/** Adds the idempotency key parameter to every route that creates something. */
function takeIdempotencyKeys({ paths }: OpenAPIObject): void {
  for (const [path, { post }] of Object.entries(paths))
    if (post && path !== '/v1/session') post.parameters = [...(post.parameters ?? []), idempotencyKey];
}

function addCapabilities(document: OpenAPIObject, { capabilities }: PluginHost, schemas: NamedSchemas): void {
  const names = new OperationNames(operationsOf(document).map(({ operation }) => operation.operationId ?? ''));
  const operations = [...capabilities.values()].map((each) => capabilityOperations(each, names.of(each), schemas));
  // Capabilities come first, in the order of the plugins: readers look for them.
  document.paths = Object.assign({}, ...operations, document.paths) as OpenAPIObject['paths'];
}
