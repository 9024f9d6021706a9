import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { DocumentBuilder, SwaggerModule, type OpenAPIObject } from '@nestjs/swagger';
import { PluginHost } from '@percept/core';
import type { JsonSchema, Class } from '@percept/sdk';
import { SESSION_COOKIE } from '../../access/auth/sessions/session-token';
import { VERSION } from '../../platform/config/version';
import { acceptedAnalysis, capabilityOperations } from './capability-operation';
import { errorComponents, errorSchema, errorResponses } from './error-responses';
import { addEventSchemas, webhookOperations } from './webhook-operations';
import { NamedSchemas } from './named-schemas';
import { toOperationId, OperationNames, pascalCase } from './operation-names';
import { listOperations, type OpenApiOperation } from './operations';
import { answerHeaders, idempotencyKey, parameters, retryHeaders } from './shared-headers';
import { ModulesContainer } from '@nestjs/core';
import { getMetadataStorage } from 'class-validator';
import { listedClasses } from '../../platform/rest/list-schema';

type Responses = OpenApiOperation['responses'];

type Response = Exclude<NonNullable<Responses[string]>, { $ref: string }>;

/** The metadata key under which Nest's OpenAPI decorators store the responses. */
const ANSWERS = 'swagger/apiResponse';

const INPUTS = 'swagger/apiParameters';

interface Declared {
  type?: unknown;
}

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
  const document = SwaggerModule.createDocument(app, options, { operationIdFactory: toOperationId });
  const schemas = new NamedSchemas();
  schemas.add('Error', errorSchema as JsonSchema);
  for (const declared of declaredClasses(app)) schemas.refTo(declared);
  addEventSchemas(schemas);
  takeIdempotencyKeys(document);
  for (const { operation } of listOperations(document)) if (operation.parameters?.length === 0) delete operation.parameters;
  addCapabilities(document, app.get(PluginHost), schemas);
  completeAnswers(document, schemas);
  schemas.openAllBut(listOperations(document).map(({ operation }) => operation.requestBody ?? {}));
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
  const names = new OperationNames(listOperations(document).map(({ operation }) => operation.operationId ?? ''));
  const operations = [...capabilities.values()].map((each) => capabilityOperations(each, names.of(each), schemas));
  // Capabilities come first, in the order of the plugins: readers look for them.
  document.paths = Object.assign({}, ...operations, document.paths) as OpenAPIObject['paths'];
}

/** The classes of all bodies and responses that the controllers declare. */
function declaredClasses(app: NestFastifyApplication): Class[] {
  const found = new Set<Class>(listedClasses);
  for (const module of app.get(ModulesContainer).values()) {
    for (const { metatype } of module.controllers.values()) {
      const methods = metatype ? methodsOf((metatype as Class).prototype as object) : [];
      for (const [prototype, name, method] of methods) {
        const answers = Object.values((Reflect.getMetadata(ANSWERS, method) ?? {}) as object) as Declared[];
        const inputs = (Reflect.getMetadata(INPUTS, method) ?? []) as Declared[];
        const arguments_ = (Reflect.getMetadata('design:paramtypes', prototype, name) ?? []) as Class[];
        for (const type of [...[...answers, ...inputs].map((each) => each.type), ...arguments_])
          if (isChecked(type)) found.add(type);
      }
    }
  }
  return [...found].sort((a, b) => (a.name < b.name ? -1 : 1));
}

function methodsOf(prototype: object): [prototype: object, name: string, method: object][] {
  return Object.entries(Object.getOwnPropertyDescriptors(prototype))
    .filter(([name, { value }]) => name !== 'constructor' && typeof value === 'function')
    .map(([name, { value }]) => [prototype, name, value as object]);
}

function isChecked(type: unknown): type is Class {
  if (typeof type !== 'function') return false;
  return getMetadataStorage().getTargetValidationMetadatas(type, '', false, false).length > 0;
}

/** Adds the errors to every operation, and a named schema with an example to every answer. */
function completeAnswers(document: OpenAPIObject, schemas: NamedSchemas): void {
  for (const { operation } of listOperations(document)) {
    const own = Object.entries(operation.responses as Record<string, Response>).map(([status, response]) => [
      status,
      '$ref' in response ? response : completed(response, { operation, schemas }),
    ]);
    operation.responses = { ...Object.fromEntries(own), ...errorResponses } as Responses;
  }
}

function completed(
  { description, content = {} }: Response,
  { operation, schemas }: { operation: OpenApiOperation; schemas: NamedSchemas },
): Response {
  const json = content['application/json'];
  if (!json?.schema) return { description: description || 'Done.', ...(Object.keys(content).length > 0 && { content }) };
  const schema = named(json.schema as JsonSchema, operation, schemas);
  schemas.exemplify(schema, json.example);
  return {
    description: description || 'Done.',
    content: { ...content, 'application/json': { schema } as typeof json },
  };
}

/** Names the schema of an answer. A list or page stays inline at its operation, without a name. */
function named(schema: JsonSchema, { operationId = '' }: OpenApiOperation, schemas: NamedSchemas): JsonSchema {
  return schema.properties ? schemas.add(`${pascalCase(operationId)}Response`, schema) : schema;
}

type Parameters = NonNullable<OpenApiOperation['parameters']>;

const MIN_USES = 2;

/** Moves parameters of several operations to one shared place and refers to them. @returns them by name. */
function shareParameters(document: OpenAPIObject): Record<string, Parameters[number]> {
  const lists = listOperations(document).flatMap(({ operation }) => operation.parameters ?? []);
  // Drops `required: false`, which is OpenAPI's default.
  for (const each of lists) if ('required' in each && !each.required) delete each.required;
  const uses = new Map<string, number>();
  for (const each of lists) uses.set(JSON.stringify(each), (uses.get(JSON.stringify(each)) ?? 0) + 1);
  const shared = new Map<string, string>();
  const found: Record<string, Parameters[number]> = {};
  for (const [text, count] of uses) {
    const parameter = JSON.parse(text) as Parameters[number];
    if (count < MIN_USES || '$ref' in parameter || parameter.name in found) continue;
    found[parameter.name] = parameter;
    shared.set(text, `#/components/parameters/${parameter.name}`);
  }
  for (const { operation } of listOperations(document)) {
    operation.parameters = operation.parameters?.map((each) => {
      const $ref = shared.get(JSON.stringify(each));
      return $ref ? { $ref } : each;
    });
  }
  return found;
}
