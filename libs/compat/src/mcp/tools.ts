import type { Tool } from '@modelcontextprotocol/sdk/types.js';
import {
  acceptedMedia,
  aliasesFor,
  PerceptError,
  toJsonSchema,
  toOutputSchema,
  type CallInput,
  type CapabilityDefinition,
  type JsonSchema,
} from '@percept/core';

/**
 * What a list of tools contains: all capabilities, or those of the named plugins and, for `pipelines`, a tool for each pipeline; with the
 * schemas of the answers or without.
 */
export interface Toolset {
  plugins?: readonly string[];
  outputs: boolean;
}

/** From `?toolset=vision,text`; `full` adds the schemas of the answers. */
export function readToolset(text: string | undefined): Toolset {
  const names = (text ?? '').split(',').filter(Boolean);
  const plugins = names.filter((name) => name !== 'full');
  return { outputs: names.includes('full'), ...(plugins.length > 0 && { plugins }) };
}

/** Not in the list unless asked for: they compute with rows of pipelines, and the list fills the context of a model. */
const UNLISTED = ['table'];

/** `vision.detect` is `vision_detect`: models name tools without dots. */
export const toolName = (id: string): string => id.replaceAll('.', '_');

export function listTools(capabilities: Iterable<CapabilityDefinition>, { plugins, outputs }: Toolset): Tool[] {
  return [...capabilities]
    .filter(({ id }) => isListed(id.split('.')[0]!, plugins))
    .map((capability) => ({
      name: toolName(capability.id),
      description: capability.summary,
      inputSchema: toolInput(capability),
      ...(outputs && { outputSchema: toOutputSchema(capability) as Tool['outputSchema'] }),
      annotations: { readOnlyHint: true },
    }));
}

const isListed = (plugin: string, asked: readonly string[] | undefined): boolean =>
  asked ? asked.includes(plugin) : !UNLISTED.includes(plugin);

/** The parameters of the capability under one name each, with one way to pass an image or video: Base64 would fill the context of a model. */
function toolInput(capability: CapabilityDefinition): Tool['inputSchema'] {
  const { properties = {}, required = [] } = toJsonSchema(capability.input);
  const media = acceptedMedia(capability.input)?.kind;
  const aliases = aliasesFor(capability.input);
  const named = Object.entries(properties).filter(([name]) => !Object.hasOwn(aliases, name));
  if (!media) return { type: 'object', properties: Object.fromEntries(named), required, additionalProperties: false };
  const others = named.filter(([name]) => !name.startsWith(media));
  const source: JsonSchema = {
    type: 'string',
    description: 'An https URL, or the path of a file in the data folders.',
  };
  return {
    type: 'object',
    properties: { [media]: source, ...Object.fromEntries(others) },
    required: [media, ...required],
    additionalProperties: false,
  };
}

/**
 * The input of a call.
 * @param file the real path of a file that the caller may read.
 * @throws PerceptError INVALID_REQUEST; what `file` throws.
 */
export async function toCallInput(
  { input }: CapabilityDefinition,
  values: Record<string, unknown>,
  file: (path: string) => Promise<string>,
): Promise<CallInput> {
  const media = acceptedMedia(input)?.kind;
  if (!media) return { fields: values };
  const { [media]: source, ...fields } = values;
  if (typeof source !== 'string' || source === '') throw PerceptError.invalid(media, 'must be an https URL or a path.');
  if (/^https?:/i.test(source)) return { fields: { ...fields, [`${media}_url`]: source } };
  if (/^data:/i.test(source) || source.length > 4096)
    throw PerceptError.invalid(media, 'must be an https URL or a path: Base64 is not accepted here.');
  return { fields, media: { field: media, file: await file(source) } };
}
