import type { PipelineInput } from './answers';

/** The entered values, by input. Absent or empty means the default. */
export type RunValues = Record<string, string | boolean>;

/** Converts values to the types of their inputs. Values that do not fit are sent unchanged, and the service reports the mistake. */
export function readValues(inputs: readonly PipelineInput[], values: RunValues): Record<string, unknown> {
  const given = inputs.filter(({ name }) => values[name] !== undefined && values[name] !== '');
  return Object.fromEntries(given.map((input) => [input.name, read(input, values[input.name]!)]));
}

/** The form fields for given inputs, the inverse of `readValues`. */
export function toValues(inputs: readonly PipelineInput[], given: Readonly<Record<string, unknown>>): RunValues {
  const known = inputs.filter(({ name }) => given[name] !== undefined);
  return Object.fromEntries(known.map(({ name }) => [name, write(given[name])]));
}

const write = (value: unknown): string | boolean =>
  typeof value === 'string' || typeof value === 'boolean' ? value : JSON.stringify(value);

function read({ type, options }: PipelineInput, value: string | boolean): unknown {
  if (typeof value === 'boolean') return value;
  const option = options?.find((each) => (typeof each === 'string' ? each : JSON.stringify(each)) === value);
  if (option !== undefined) return option;
  if (type === 'string') return value;
  try {
    return JSON.parse(value);
  } catch {
    return value;
  }
}
