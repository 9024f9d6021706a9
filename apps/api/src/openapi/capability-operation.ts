import { capabilityPath, toJsonSchema, acceptedMedia, toOutputSchema, type CapabilityDefinition } from '@percept/core';
import type { OpenAPIObject } from '@nestjs/swagger';
import { idempotencyKey, prefer } from './shared-headers';

type Operation = NonNullable<OpenAPIObject['paths'][string]['post']>;
type Schema = Extract<NonNullable<NonNullable<OpenAPIObject['components']>['schemas']>[string], { type?: unknown }>;

/** The operation of a capability's route, from the classes that check its input and output. */
export function capabilityOperation(capability: CapabilityDefinition): { path: string; operation: Operation } {
  const input = toJsonSchema(capability.input) as Schema;
  const output = toOutputSchema(capability) as Schema;
  const examples = Object.fromEntries((capability.examples ?? []).map((value, index) => [`example ${index + 1}`, { value }]));
  const operation: Operation = {
    operationId: capability.id,
    tags: [capability.id.split('.')[0]!],
    summary: capability.summary,
    description: capability.description,
    parameters: [
      prefer,
      { ...idempotencyKey, description: 'With `Prefer: respond-async`: accepts the same request only once in 24 hours.' },
    ],
    requestBody: { required: true, content: { 'application/json': { schema: input, examples }, ...upload(capability, input) } },
    responses: {
      200: {
        description: 'The result. The header `Server-Timing` shows how long each stage took.',
        content: { 'application/json': { schema: output } },
      },
      202: {
        description: 'Accepted, with `Prefer: respond-async`.',
        content: { 'application/json': { schema: { $ref: '#/components/schemas/AcceptedAnalysisResponse' } } },
      },
    },
  };
  return { path: capabilityPath(capability), operation };
}

/** An image or a video may also come as a file part of a form, with the other parameters as its fields. */
function upload(capability: CapabilityDefinition, input: Schema): Record<string, { schema: Schema }> {
  const media = acceptedMedia(capability.input);
  if (!media) return {};
  const binary: Schema = { type: 'string', format: 'binary' };
  const others = Object.fromEntries(Object.entries(input.properties ?? {}).filter(([name]) => !media.fields.includes(name)));
  const properties = { [media.kind]: binary, ...others };
  return { 'multipart/form-data': { schema: { type: 'object', required: [media.kind], properties } } };
}
