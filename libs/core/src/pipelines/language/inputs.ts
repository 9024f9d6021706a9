import { suggest, PerceptError } from '../../kernel';
import type { Entry } from './syntax/document';
import { Fields, plainValue } from './syntax/fields';
import type { Diagnostics } from './syntax/diagnostics';
import { INPUT_TYPES, type InputSpec } from './plan';
import { objectShape, type Shape } from './syntax/schema-shape';

const KEYS = ['type', 'default', 'description', 'min', 'max', 'options'];
export const NAME = /^[A-Za-z_][A-Za-z0-9_]{0,62}$/;
const FITS: Record<InputSpec['type'], (value: unknown) => boolean> = {
  string: (value) => typeof value === 'string',
  integer: Number.isInteger,
  number: Number.isFinite,
  boolean: (value) => typeof value === 'boolean',
  array: Array.isArray,
  object: (value) => typeof value === 'object' && value !== null && !Array.isArray(value),
};

/** Reads the `inputs` of a pipeline. */
export function readInputs(entry: Entry | undefined, findings: Diagnostics): InputSpec[] {
  if (!entry) return [];
  const fields = Fields.of(entry.value, "'inputs'", findings);
  return (fields?.entries ?? []).flatMap((each) => readInput(each, findings) ?? []);
}

function readInput({ key: name, at, value }: Entry, findings: Diagnostics): InputSpec | undefined {
  if (!NAME.test(name)) findings.add(at, `'${name}' is no name for an input: letters, digits and _ only.`);
  const fields = Fields.of(value, `The input '${name}'`, findings)?.only(KEYS, { what: 'An input' });
  if (!fields) return undefined;
  fields.require(['type'], `The input '${name}'`);
  const type = fields.oneOf('type', INPUT_TYPES);
  // What the others must be follows from the type: without it there is nothing to say of them.
  if (!type) return { name, type: 'string' };
  const spec: InputSpec = { name, type };
  const numeric = spec.type === 'integer' || spec.type === 'number';
  for (const bound of ['min', 'max'] as const) {
    if (!fields.has(bound)) continue;
    if (numeric) spec[bound] = fields.number(bound);
    else findings.add(fields.entry(bound)!.at, `'${bound}' is for integer and number; '${name}' is ${spec.type}.`);
  }
  if (fields.has('description')) spec.description = fields.text('description');
  const options = fields.entry('options');
  if (options?.value.kind === 'list') spec.options = options.value.items.map(plainValue);
  else if (options) findings.add(options.value.at, "'options' takes a list of values.");
  const fallback = fields.entry('default');
  if (fallback) {
    spec.default = plainValue(fallback.value);
    const reason = misfit(spec, spec.default);
    if (reason) findings.add(fallback.value.at, `The default of '${name}' ${reason}.`);
  }
  return spec;
}

/** Why the value does not fit the input; undefined where it does. */
function misfit(spec: InputSpec, value: unknown): string | undefined {
  if (!FITS[spec.type](value)) return `must be ${spec.type}`;
  if (spec.min !== undefined && Number(value) < spec.min) return `must be at least ${spec.min}`;
  if (spec.max !== undefined && Number(value) > spec.max) return `must be at most ${spec.max}`;
  if (spec.options && !spec.options.includes(value)) return `must be one of ${spec.options.join(', ')}`;
  return undefined;
}

/**
 * The values of all inputs, defaults included.
 * @throws PerceptError INVALID_REQUEST naming the first input at fault as `inputs.<name>`.
 */
export function checkInputs(specs: readonly InputSpec[], given: Record<string, unknown>): Record<string, unknown> {
  const known = specs.map(({ name }) => name);
  for (const name of Object.keys(given)) {
    if (known.includes(name)) continue;
    const hint = suggest(name, known) || (known.length > 0 ? ` Known: ${known.join(', ')}.` : ' It has no inputs.');
    throw PerceptError.invalid(`inputs.${name}`, `the pipeline has no such input.${hint}`);
  }
  const values = specs.map((spec): [string, unknown] => {
    const value = Object.hasOwn(given, spec.name) ? given[spec.name] : spec.default;
    if (value === undefined) throw PerceptError.invalid(`inputs.${spec.name}`, `is required; it must be ${spec.type}.`);
    const reason = misfit(spec, value);
    if (reason) throw PerceptError.invalid(`inputs.${spec.name}`, `${reason}.`);
    return [spec.name, value];
  });
  return Object.fromEntries(values);
}

/** What expressions may know of `inputs`. */
export function inputsShape(specs: readonly InputSpec[]): Shape {
  return objectShape(Object.fromEntries(specs.map(({ name, type }) => [name, type])));
}
