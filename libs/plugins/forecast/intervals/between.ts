import { ValidateBy } from '@percept/sdk/decorators';

const lies = (value: unknown, low: number, high: number) => typeof value === 'number' && value > low && value < high;

/** A number above `low` and under `high`. */
export const Between = (low: number, high: number): PropertyDecorator =>
  ValidateBy({
    name: 'between',
    validator: {
      validate: (value) => lies(value, low, high),
      defaultMessage: () => `must be a number above ${low} and below ${high}`,
    },
  });

/** A list of such numbers. */
export const AllBetween = (low: number, high: number): PropertyDecorator =>
  ValidateBy({
    name: 'allBetween',
    validator: {
      validate: (values) => Array.isArray(values) && values.every((value) => lies(value, low, high)),
      defaultMessage: () => `must be numbers above ${low} and below ${high}`,
    },
  });
