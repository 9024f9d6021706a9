import { PerceptError, type SetupContext } from '@percept/sdk';
import type { ModelTask, ModelTasks } from '@percept/sdk/models';
import type { Feature } from './features';

/** The parameters that name a model, by feature. */
const FIELDS = { objects: 'model', text: 'text_model' } as const;

/** The model that a request names for each feature; the default if it names none. */
export type ModelNames = { [F in keyof typeof FIELDS]?: string };

/** @throws PerceptError INVALID_REQUEST for a model name without effect. */
export function modelNamesFor(requested: readonly Feature[], named: { model?: string; text_model?: string }): ModelNames {
  for (const [feature, field] of Object.entries(FIELDS) as [keyof typeof FIELDS, 'model' | 'text_model'][]) {
    if (named[field] !== undefined) requireFeature(field, feature, requested);
  }
  return { objects: named.model, text: named.text_model };
}

/** @throws PerceptError INVALID_REQUEST for a parameter of a feature that is not requested. */
export function requireFeature(field: string, feature: Feature, requested: readonly Feature[]): void {
  if (requested.includes(feature)) return;
  throw PerceptError.invalid(field, `is for the feature '${feature}', which 'features' does not ask for.`);
}

/**
 * Provides the model of a feature.
 * @throws PerceptError INVALID_REQUEST for the parameter that names the model, or INTERNAL naming the feature if the model is
 * broken.
 */
export function createModelProvider(model: SetupContext['model']) {
  return async <T extends ModelTask>(task: T, feature: Feature, names: ModelNames = {}): Promise<ModelTasks[T]> => {
    const field = feature in FIELDS ? (feature as keyof typeof FIELDS) : undefined;
    try {
      return await model(task, field && names[field]);
    } catch (error) {
      if (error instanceof PerceptError && error.details && field)
        throw PerceptError.invalid(FIELDS[field], error.details.reason);
      const message = `'${feature}' cannot be answered: its model is broken, the log says how. Ask for the others by 'features'.`;
      throw new PerceptError('INTERNAL', message, { cause: error });
    }
  };
}
