import type { Tool } from './protocol';
import { acceptedMedia, aliasesFor, isUploadId, toOutputSchema, type CallInput } from '@percept/core';
import { toJsonSchema, type CapabilityDefinition, type JsonSchema, PerceptError } from '@percept/sdk';

/**
 * What a list of tools contains: all capabilities, or those of the named plugins and, for `pipelines`, a tool for each pipeline.
 * `full` adds the schemas of the answers and the complete descriptions of parameters.
 */
export interface Toolset {
  plugins?: readonly string[];
  outputs: boolean;
}

/** Reads `?toolset=vision,text`; `full` adds the schemas of the answers. */
export function readToolset(text: string | undefined): Toolset {
  const names = (text ?? '').split(',').filter(Boolean);
  const plugins = names.filter((name) => name !== 'full');
  return { outputs: names.includes('full'), ...(plugins.length > 0 && { plugins }) };
}

/** Listed only on request: they compute with rows of pipelines, and long lists fill a model's context. */
const UNLISTED = ['table'];

/** `vision.detect` becomes `vision_detect`, because models use tool names without dots. */
export const toolName = (id: string): string => id.replaceAll('.', '_');

/** @param service whether the service keeps uploads, which allows handles and links to annotated images. */
export function listTools(
  capabilities: Iterable<CapabilityDefinition>,
  { plugins, outputs }: Toolset,
  service: { keepsUploads: boolean },
): Tool[] {
  return [...capabilities]
    .filter(({ id }) => isListed(id.split('.')[0]!, plugins))
    .map((capability) => ({
      name: toolName(capability.id),
      description: capability.summary,
      inputSchema: toolInput(capability, { brief: !outputs, ...service }),
      ...(outputs && { outputSchema: toOutputSchema(capability) }),
      annotations: { readOnlyHint: true },
    }));
}

const isListed = (plugin: string, asked: readonly string[] | undefined): boolean =>
  asked ? asked.includes(plugin) : !UNLISTED.includes(plugin);

/**
 * The parameters of the capability, each under one name. There is one way to pass an image or video, because Base64 would fill a
 * model's context.
 * @param brief keeps only the first sentence of each description, and omits that a text must not be empty.
 */
function toolInput(
  capability: CapabilityDefinition,
  { brief, keepsUploads }: { brief: boolean; keepsUploads: boolean },
): Tool['inputSchema'] {
  const { properties: declared = {}, required = [] } = toJsonSchema(capability.input);
  const properties = brief ? mapValues(declared, briefly) : declared;
  const media = acceptedMedia(capability.input)?.kind;
  const aliases = aliasesFor(capability.input);
  const named = Object.entries(properties).filter(([name]) => !Object.hasOwn(aliases, name));
  if (!media) return argumentsSchema(Object.fromEntries(named), required);
  const others = named.filter(([name]) => !name.startsWith(media));
  const source: JsonSchema = {
    type: 'string',
    description: keepsUploads ? 'https URL, upload handle or path.' : 'https URL or path.',
  };
  if (keepsUploads && canAnnotate(capability)) others.push(['annotate', ANNOTATE]);
  return argumentsSchema({ [media]: source, ...Object.fromEntries(others) }, [media, ...required]);
}

const ANNOTATE: JsonSchema = { type: 'boolean', description: 'Link an image with boxes.' };

/** Whether the answer has boxes in an image, and no own parameter is called `annotate`. */
function canAnnotate({ input, output }: CapabilityDefinition): boolean {
  if (acceptedMedia(input)?.kind !== 'image' || toJsonSchema(input).properties?.['annotate']) return false;
  return Object.values(toJsonSchema(output).properties ?? {}).some(({ items }) => items?.properties?.['bounding_box']);
}

const mapValues = <T>(values: Readonly<Record<string, T>>, map: (value: T) => T): Record<string, T> =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, map(value)]));

/** Shortens a schema with the schemas in its lists and objects. Omits that additional properties are forbidden. */
function briefly({ minLength, additionalProperties, ...schema }: JsonSchema): JsonSchema {
  const { description, items, properties } = schema;
  const limit = minLength !== undefined && minLength > 1 && { minLength };
  return {
    ...schema,
    ...limit,
    ...(additionalProperties && { additionalProperties }),
    ...(items && { items: briefly(items) }),
    ...(properties && { properties: mapValues(properties, briefly) }),
    ...(description !== undefined && { description: description.replace(/(?<=\.)\s.*/s, '') }),
  };
}

/** The schema of a tool's arguments. */
export function argumentsSchema(
  properties: Readonly<Record<string, JsonSchema>>,
  required: readonly string[],
): Tool['inputSchema'] {
  return { type: 'object', properties, required, additionalProperties: false } as object as Tool['inputSchema'];
}

/**
 * Reads the input of a call.
 * @param file the real path of a file that the caller may read.
 * @throws PerceptError INVALID_REQUEST; what `file` throws.
 */
export async function toCallInput(
  capability: CapabilityDefinition,
  values: Record<string, unknown>,
  file: (path: string) => Promise<string>,
): Promise<CallInput> {
  const media = acceptedMedia(capability.input)?.kind;
  if (!media) return { fields: values };
  const { [media]: source, ...given } = values;
  const { annotate, fields } = canAnnotate(capability) ? withoutAnnotate(given) : { fields: given };
  if (typeof source !== 'string' || source === '')
    throw PerceptError.invalid(media, 'must be an https URL, the handle of an upload or a path.');
  if (/^https?:/i.test(source) || isUploadId(source)) return { fields: { ...fields, [`${media}_url`]: source }, annotate };
  if (/^data:/i.test(source) || source.length > 4096)
    throw PerceptError.invalid(media, 'must be an https URL, a handle or a path. Base64 is not accepted here: upload it.');
  return { fields, media: { field: media, file: await file(source) }, annotate };
}

function withoutAnnotate({ annotate: given, ...fields }: Record<string, unknown>): Pick<CallInput, 'annotate' | 'fields'> {
  const annotate = given ?? false;
  if (typeof annotate !== 'boolean') throw PerceptError.invalid('annotate', 'must be true or false.');
  return { annotate, fields };
}
