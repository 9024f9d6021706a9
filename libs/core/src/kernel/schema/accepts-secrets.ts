import 'reflect-metadata';

/** Marks a property under `AcceptsSecrets` in a JSON Schema; the pipeline parser reads it. */
export const SECRETS_KEYWORD = 'x-secrets';
const ACCEPTING = Symbol.for('percept.accepts-secrets');

/**
 * Declares that a pipeline may put `${{ secrets.NAME }}` into a parameter; any other parameter refuses it. Use it for values that
 * the handler sends to another service. The answer must not otherwise depend on the value, or an author of pipelines could read the
 * secret from it.
 */
export function AcceptsSecrets(): PropertyDecorator {
  return (prototype, property) => {
    const known = acceptingSecrets(prototype.constructor);
    Reflect.defineMetadata(ACCEPTING, [...known, String(property)], prototype.constructor);
  };
}

/** The properties of a class that accept secrets, including inherited ones. */
export function acceptingSecrets(target: object): readonly string[] {
  return (Reflect.getMetadata(ACCEPTING, target) as string[] | undefined) ?? [];
}

/** Finds the fields that accept secrets in the schema of a class. */
export function secretFields({ properties = {} }: { properties?: Record<string, Record<string, unknown>> }): string[] {
  return Object.keys(properties).filter((name) => properties[name]![SECRETS_KEYWORD] === true);
}
