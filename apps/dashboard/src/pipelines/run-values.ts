import type { InputSpec } from './answers';

/** What was filled in, by input; absent or empty: the default. */
export type Values = Record<string, string | boolean>;

/** Values in the types of their inputs. What does not fit is sent as it is: the service says what is wrong with it. */
export function readValues(inputs: readonly InputSpec[], values: Values): Record<string, unknown> {
  const given = inputs.filter(({ name }) => values[name] !== undefined && values[name] !== '');
  return Object.fromEntries(given.map((input) => [input.name, read(input, values[input.name]!)]));
}

/** The fields as they are filled in for these values: `readValues` gives the values again. */
export function toValues(inputs: readonly InputSpec[], given: Readonly<Record<string, unknown>>): Values {
  const known = inputs.filter(({ name }) => given[name] !== undefined);
  return Object.fromEntries(known.map(({ name }) => [name, write(given[name])]));
}

const write = (value: unknown): string | boolean =>
  typeof value === 'string' || typeof value === 'boolean' ? value : JSON.stringify(value);

function read({ type, options }: InputSpec, value: string | boolean): unknown {
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
