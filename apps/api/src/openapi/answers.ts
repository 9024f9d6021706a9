import type { OpenAPIObject } from '@nestjs/swagger';
import type { JsonSchema } from '@percept/sdk';
import { errorResponses } from './error-responses';
import type { NamedSchemas } from './named-schemas';
import { pascalCase } from './operation-names';
import { operationsOf, type Operation } from './operations';

type Responses = Operation['responses'];
type Response = Exclude<NonNullable<Responses[string]>, { $ref: string }>;

/** Gives every operation the errors, and every answer a schema with a name and an example. */
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

/** A list or a page is written at its operation, without a name. */
function named(schema: JsonSchema, { operationId = '' }: Operation, schemas: NamedSchemas): JsonSchema {
  return schema.properties ? schemas.add(`${pascalCase(operationId)}Response`, schema) : schema;
}
