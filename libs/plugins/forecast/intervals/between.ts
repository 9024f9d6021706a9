import { JSONSchema, ValidateBy } from '@percept/sdk/decorators';

const lies = (value: unknown, low: number, high: number) => typeof value === 'number' && value > low && value < high;

/** A number above `low` and under `high`, with its description. */
export function Between(low: number, high: number, description: string): PropertyDecorator {
  const validate = (value: unknown): boolean => lies(value, low, high);
  const defaultMessage = (): string => `must be a number above ${low} and below ${high}`;
  // OpenAPI 3.1 has numbers here; the types of the decorator still have the booleans of 3.0.
  const limits = { exclusiveMinimum: low, exclusiveMaximum: high } as object;
  const marks = [
    ValidateBy({ name: 'between', validator: { validate, defaultMessage } }),
    JSONSchema({ description, type: 'number', ...limits }),
  ];
  return (target, property) => marks.forEach((mark) => mark(target, property as string));
}

/** A list of numbers above `low` and under `high`. */
export const AllBetween = (low: number, high: number): PropertyDecorator =>
  ValidateBy({
    name: 'allBetween',
    validator: {
      validate: (values) => Array.isArray(values) && values.every((value) => lies(value, low, high)),
      defaultMessage: () => `must be numbers above ${low} and below ${high}`,
    },
  });
