import { PerceptError } from '../kernel';

/** The inputs of a run that an event starts. @throws PerceptError INVALID_REQUEST. */
export function inputsFor(input: string | undefined, value: unknown): Record<string, unknown> {
  if (input) return { [input]: value };
  if (value === undefined || value === null) return {};
  if (typeof value === 'object' && !Array.isArray(value)) return value as Record<string, unknown>;
  throw PerceptError.invalid('body', 'must be a JSON object whose fields are inputs of the pipeline.');
}
