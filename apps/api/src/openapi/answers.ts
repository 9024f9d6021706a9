import type { OpenAPIObject } from '@nestjs/swagger';
import type { JsonSchema } from '@percept/sdk';
import { errorResponses } from './error-responses';
import type { NamedSchemas } from './named-schemas';
import { pascalCase } from './operation-names';
import { operationsOf, type Operation } from './operations';

type Responses = Operation['responses'];
type Response = Exclude<NonNullable<Responses[string]>, { $ref: string }>;

/** Adds the errors to every operation, and a named schema with an example to every answer. */
export function completeAnswers(document: OpenAPIObject, schemas: NamedSchemas): void {
  for (const { operation } of operationsOf(document)) {
    const own = Object.entries(operation.responses as Record<string, Response>).map(([status, response]) => [
      status,
      '$ref' in response ? response : completed(response, { operation, schemas }),
    ]);
    operation.responses = { ...Object.fromEntries(own), ...errorResponses } as Responses;
  }
}

function completed(
  { description, content = {} }: Response,
  { operation, schemas }: { operation: Operation; schemas: NamedSchemas },
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
function named(schema: JsonSchema, { operationId = '' }: Operation, schemas: NamedSchemas): JsonSchema {
  return schema.properties ? schemas.add(`${pascalCase(operationId)}Response`, schema) : schema;
}
