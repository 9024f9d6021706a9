import 'reflect-metadata';

const ALIASES = Symbol.for('percept.aliases');

/**
 * Declares a property as another name for the parameter `canonical`. It has the validation and the documentation of that
 * parameter, and the handler receives the value under the canonical name only.
 */
export function Alias(canonical: string): PropertyDecorator {
  return (prototype, property) => {
    const known = aliasesFor(prototype.constructor);
    Reflect.defineMetadata(ALIASES, { ...known, [String(property)]: canonical }, prototype.constructor);
  };
}

/** The canonical name of each alias of an input class, including inherited aliases. */
export function aliasesFor(target: object): Readonly<Record<string, string>> {
  return (Reflect.getMetadata(ALIASES, target) as Record<string, string> | undefined) ?? {};
}
