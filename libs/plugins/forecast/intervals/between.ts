import { ValidateBy } from '@percept/sdk/decorators';

/** A number above `low` and under `high`; `each` is for lists of them. */
export const Between = (low: number, high: number, options: { each?: boolean } = {}): PropertyDecorator =>
  ValidateBy(
    {
      name: 'between',
      validator: {
        validate: (value) => typeof value === 'number' && value > low && value < high,
        defaultMessage: () => `must be a number above ${low} and below ${high}`,
      },
    },
    options,
  );
