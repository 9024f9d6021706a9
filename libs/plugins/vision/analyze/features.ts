import { suggest } from '@percept/sdk';
import { ValidateBy, type ValidationArguments } from '@percept/sdk/decorators';

/** The features that a caller may request. */
export const FEATURES = ['objects', 'faces', 'text', 'colors'] as const;
export type Feature = (typeof FEATURES)[number];

const isFeature = (name: unknown) => FEATURES.includes(name as Feature);

/** Allows only the known features in a list; for another name the error gives the nearest. */
export function AreFeatures(): PropertyDecorator {
  const validate = (value: unknown) => Array.isArray(value) && value.length > 0 && value.every(isFeature);
  return ValidateBy({ name: 'areFeatures', validator: { validate, defaultMessage: (args) => sentence(args!) } });
}

function sentence({ value }: ValidationArguments): string {
  const stranger: unknown = Array.isArray(value) ? value.find((name) => !isFeature(name)) : value;
  const hint = typeof stranger === 'string' ? suggest(stranger.toLowerCase(), FEATURES).trim() : '';
  return `must be a list of one or more of ${FEATURES.join(', ')}${hint && ` (${hint.replace('Did', 'did')})`}`;
}
