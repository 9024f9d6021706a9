import { suggest, PerceptError } from '../../kernel';
import { INPUT_TYPES, type InputSpec } from './plan';
import type { Diagnostics } from '../syntax/diagnostics';
import type { YamlEntry } from '../syntax/document';
import { Fields, plainValue } from '../syntax/fields';
import { oneOf, readKeywords, required, text, value } from '../syntax/keywords';
import { objectSchema, type ValueSchema } from '../syntax/value-schema';

export const INPUT_KEYWORDS = {
  type: required(oneOf(INPUT_TYPES, 'The type of its value.')),
  description: text('What it is for.'),
  default: value('any', {}, 'Its value when a start gives none. An input without a default must be given.'),
  min: value('number', { type: 'number' }, 'The smallest value of an integer or a number.'),
  max: value('number', { type: 'number' }, 'The largest value of an integer or a number.'),
  options: value('list', { type: 'array' }, 'The values that are allowed.'),
};

export const NAME = /^[A-Za-z_][A-Za-z0-9_]{0,62}$/;
const FITS: Record<InputSpec['type'], (value: unknown) => boolean> = {
  string: (value) => typeof value === 'string',
  integer: (value) => typeof value === 'bigint' || Number.isInteger(value),
  number: (value) => typeof value === 'bigint' || Number.isFinite(value),
  boolean: (value) => typeof value === 'boolean',
  array: Array.isArray,
  object: (value) => typeof value === 'object' && value !== null && !Array.isArray(value),
};

export function readInputs(entry: YamlEntry | undefined, diagnostics: Diagnostics): InputSpec[] {
  if (!entry) return [];
  const fields = Fields.of(entry.value, "'inputs'", diagnostics);
  return (fields?.entries ?? []).flatMap((each) => readInput(each, diagnostics) ?? []);
}

function readInput({ key: name, at, value: node }: YamlEntry, diagnostics: Diagnostics): InputSpec | undefined {
  if (!NAME.test(name)) diagnostics.add(at, `'${name}' is not a name for an input: use letters, digits and _ only.`);
  const fields = Fields.of(node, `The input '${name}'`, diagnostics);
  if (!fields) return undefined;
  const read = readKeywords(fields, INPUT_KEYWORDS, 'An input', `The input '${name}'`);
  // The rules of the other keywords depend on the type.
  if (!read.type) return { name, type: 'string' };
  const spec: InputSpec = { name, type: read.type };
  const isNumeric = spec.type === 'integer' || spec.type === 'number';
  for (const bound of ['min', 'max'] as const) {
    if (!read[bound]) continue;
    if (isNumeric) spec[bound] = fields.number(bound);
    else diagnostics.add(read[bound].at, `'${bound}' is for integer and number; '${name}' is ${spec.type}.`);
  }
  if (read.description !== undefined) spec.description = read.description;
  if (read.options?.value.kind === 'list') spec.options = read.options.value.items.map(plainValue);
  else if (read.options) diagnostics.add(read.options.value.at, "'options' takes a list of values.");
  if (read.default) {
    spec.default = plainValue(read.default.value);
    const reason = misfit(spec, spec.default);
    if (reason) diagnostics.add(read.default.value.at, `The default of '${name}' ${reason}.`);
  }
  return spec;
}

/** Why the value does not fit the input; undefined if it does. */
function misfit(spec: InputSpec, value: unknown): string | undefined {
  if (!FITS[spec.type](value)) return `must be of the type ${spec.type}`;
  if (spec.min !== undefined && Number(value) < spec.min) return `must be at least ${spec.min}`;
  if (spec.max !== undefined && Number(value) > spec.max) return `must be at most ${spec.max}`;
  if (spec.options && !spec.options.includes(value)) return `must be one of ${spec.options.join(', ')}`;
  return undefined;
}

/**
 * Checks and returns the values of all inputs, including defaults.
 * @throws PerceptError INVALID_REQUEST naming the first invalid input as `inputs.<name>`.
 */
export function checkInputs(specs: readonly InputSpec[], given: Record<string, unknown>): Record<string, unknown> {
  const known = specs.map(({ name }) => name);
  for (const name of Object.keys(given)) {
    if (known.includes(name)) continue;
    const hint = suggest(name, known) || (known.length > 0 ? ` Known: ${known.join(', ')}.` : ' It has no inputs.');
    throw PerceptError.invalid(`inputs.${name}`, `the pipeline has no such input.${hint}`);
  }
  const values = specs.map((spec): [string, unknown] => {
    // Null counts as absent.
    const value = (Object.hasOwn(given, spec.name) ? given[spec.name] : undefined) ?? spec.default;
    if (value === undefined)
      throw PerceptError.invalid(`inputs.${spec.name}`, `is required; it must be of the type ${spec.type}.`);
    const reason = misfit(spec, value);
    if (reason) throw PerceptError.invalid(`inputs.${spec.name}`, `${reason}.`);
    return [spec.name, value];
  });
  return Object.fromEntries(values);
}

/** The schema of `inputs` in expressions. */
export function inputsSchema(specs: readonly InputSpec[]): ValueSchema {
  return objectSchema(Object.fromEntries(specs.map(({ name, type }) => [name, type])));
}
