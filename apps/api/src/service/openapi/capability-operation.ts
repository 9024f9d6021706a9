import { acceptedMedia, aliasesFor, capabilityPath, toOutputSchema } from '@percept/core';
import type { CapabilityDefinition, JsonSchema } from '@percept/sdk';
import type { OpenAPIObject } from '@nestjs/swagger';
import { AcceptedAnalysisResponse } from '../../inference/analyses/analysis-responses';
import { asyncPath } from '../../inference/capabilities/async-path';
import { CAPABILITY_ANSWERS } from './capability-answers';
import type { NamedSchemas } from './named-schemas';
import { pascalCase } from './operation-names';
import { idempotencyKey } from './shared-headers';

type Operation = NonNullable<OpenAPIObject['paths'][string]['post']>;
type Responses = Operation['responses'];
type Schema = NonNullable<NonNullable<OpenAPIObject['components']>['schemas']>[string];

/**
 * The operations of a capability, from the classes that validate its input and output. One waits for the result, the other accepts
 * the call with 202. A single operation would have two possible answers, which a generated client could not tell apart.
 */
export function capabilityOperations(
  capability: CapabilityDefinition,
  name: string,
  schemas: NamedSchemas,
): OpenAPIObject['paths'] {
  const [request, response] = [`${pascalCase(name)}Request`, `${pascalCase(name)}Response`];
  const input = schemas.schemaOf(capability.input, () => request);
  const body = schemas.add(request, input);
  const output = schemas.add(
    response,
    toOutputSchema(capability, (output) => schemas.schemaOf(output, () => response)),
  );
  const examples = Object.fromEntries((capability.examples ?? []).map((value, index) => [`example ${index + 1}`, { value }]));
  const json = { schema: body as Schema, examples };
  const form = formOf(capability, input);
  const multipart = form && { 'multipart/form-data': { schema: schemas.add(`${pascalCase(name)}Form`, form) as Schema } };
  const shared = { tags: [capability.id.split('.')[0]!], summary: capability.summary };
  const accepted = acceptedAnalysis(schemas);
  const example = CAPABILITY_ANSWERS[capability.id];
  const waiting: Operation = {
    ...{ operationId: name, ...shared, description: capability.description },
    requestBody: { required: true, content: { 'application/json': json, ...multipart } },
    responses: {
      200: {
        description: 'The result.',
        content: { 'application/json': { schema: output as Schema, ...(example && { example }) } },
      },
      ...(capability.long &&
        acceptedMedia(capability.input) && {
          202: { ...accepted, description: 'Accepted: the video takes too long to wait for.' },
        }),
    },
  };
  const later: Operation = {
    ...{ operationId: `${name}Async`, ...shared },
    ...{ summary: `As ${name}, for later.`, parameters: [idempotencyKey] },
    requestBody: { required: true, content: { 'application/json': { schema: body as Schema }, ...multipart } },
    responses: { 202: { $ref: '#/components/responses/AcceptedAnalysis' } },
  };
  return { [capabilityPath(capability)]: { post: waiting }, [asyncPath(capability)]: { post: later } };
}

/** The answer to every call that is processed later. */
export function acceptedAnalysis(schemas: NamedSchemas): NonNullable<Responses['202']> & { description: string } {
  const schema = schemas.refTo(AcceptedAnalysisResponse) as Schema;
  return { description: 'Accepted.', content: { 'application/json': { schema } } };
}

/**
 * The multipart form of a capability: an image or a video may be a file part, and the other parameters are form fields under their
 * first name.
 */
function formOf(capability: CapabilityDefinition, input: JsonSchema): JsonSchema | undefined {
  const media = acceptedMedia(capability.input);
  if (!media) return undefined;
  const binary: JsonSchema = { type: 'string', format: 'binary' };
  const left = [...media.fields, ...Object.keys(aliasesFor(capability.input))];
  const others = Object.fromEntries(Object.entries(input.properties ?? {}).filter(([name]) => !left.includes(name)));
  return { type: 'object', required: [media.kind], properties: { [media.kind]: binary, ...others } };
}
