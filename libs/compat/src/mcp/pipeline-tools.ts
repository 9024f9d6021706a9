import { type PipelineResponse, type RunDetailResponse } from '@percept/core';
import { PerceptError } from '@percept/sdk';
import type { JsonSchema } from '@percept/sdk';
import { withTextIntegers } from './text-integers';
import { basename } from 'node:path';
import type { RunStart } from '../compat-library';
import type { CallToolResult, Tool } from './protocol';
import { buildResourceUri } from './resource-uri';
import { argumentsSchema } from './tools';

const PREFIX = 'run_';
/** The tool that runs any pipeline by its name. */
const ANY = 'pipeline_run';
/** Up to this many pipelines, the schema of `ANY` lists their names. */
const MAX_NAMES = 20;
const ANNOTATIONS = { readOnlyHint: false, destructiveHint: false };

export const isPipelineTool = (tool: string): boolean => tool === ANY || tool.startsWith(PREFIX);

/** Reads which pipeline a call runs, with which inputs. @throws PerceptError INVALID_REQUEST. */
export function readRunStart(tool: string, values: Record<string, unknown>): RunStart {
  if (tool !== ANY) return { pipeline: tool.slice(PREFIX.length), inputs: values };
  const { name, inputs = {}, ...others } = values;
  const [other] = Object.keys(others);
  if (other !== undefined) throw PerceptError.invalid(other, 'is not known: the tool takes name and inputs.');
  if (typeof name !== 'string') throw PerceptError.invalid('name', 'must be the name of a pipeline.');
  if (typeof inputs !== 'object' || inputs === null || Array.isArray(inputs))
    throw PerceptError.invalid('inputs', 'must be an object.');
  return { pipeline: name, inputs: inputs as Record<string, unknown> };
}

/** One tool for all pipelines, to keep the list short; undefined if there are none. */
export function anyPipelineTool(pipelines: readonly PipelineResponse[]): Tool | undefined {
  const names = pipelines.flatMap(({ name, findings }) => (findings.length > 0 ? [] : [name]));
  if (names.length === 0) return undefined;
  const name = { type: 'string', ...(names.length <= MAX_NAMES && { enum: names }) };
  return {
    name: ANY,
    description: 'Runs a pipeline.',
    inputSchema: { type: 'object', properties: { name, inputs: { type: 'object' } }, required: ['name'] },
    annotations: ANNOTATIONS,
  };
}

/** A tool that runs the pipeline; undefined if the pipeline has mistakes. */
export function pipelineTool({ name, description, inputs, findings }: PipelineResponse): Tool | undefined {
  if (findings.length > 0) return undefined;
  return {
    name: PREFIX + name,
    description: `Runs the pipeline and waits for its end. ${description ?? ''}`.trim(),
    inputSchema: argumentsSchema(
      Object.fromEntries(inputs.map((input) => [input.name, inputSchema(input)])),
      inputs.flatMap((input) => (input.default === undefined ? [input.name] : [])),
    ),
    annotations: ANNOTATIONS,
  };
}

function inputSchema({ type, description, default: assumed, min, max, options }: PipelineResponse['inputs'][number]): JsonSchema {
  return {
    type,
    ...(description !== undefined && { description }),
    ...(assumed !== undefined && { default: withTextIntegers(assumed) }),
    ...(min !== undefined && { minimum: min }),
    ...(max !== undefined && { maximum: max }),
    ...(options && { enum: withTextIntegers(options) as unknown[] }),
  };
}

/** The result of a run, with links to its items and to the files it wrote. */
export function runAnswer({ id, pipeline, status, counts, failures, outputs, error }: RunDetailResponse): CallToolResult {
  const written = outputs.map(({ name, rows }) => ({ name, rows }));
  const output = { run: id, pipeline, status, counts, failures, outputs: written, error };
  const items = { uri: buildResourceUri('runs', id, 'items'), name: `items of ${id}`, mimeType: 'application/json' };
  const files = written.map(({ name }) => ({
    uri: buildResourceUri('runs', id, 'artifacts', basename(name)),
    name: basename(name),
  }));
  return {
    ...(['failed', 'cancelled'].includes(status) && { isError: true }),
    structuredContent: output,
    content: [
      { type: 'text', text: JSON.stringify(output) },
      ...[items, ...files].map((link) => ({ type: 'resource_link' as const, ...link })),
    ],
  };
}
