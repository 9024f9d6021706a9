import 'reflect-metadata';

const ALIASES = Symbol.for('percept.aliases');

/**
 * Declares a property as another name for the parameter `canonical`: it takes over that one's checks and document, and
 * the handler sees the value under the canonical name only.
 */
export function Alias(canonical: string): PropertyDecorator {
  return (prototype, property) => {
    const known = aliasesFor(prototype.constructor);
    Reflect.defineMetadata(ALIASES, { ...known, [String(property)]: canonical }, prototype.constructor);
  };
}

/** The canonical name for each alias of an input class, inherited ones included. */
export function aliasesFor(target: object): Readonly<Record<string, string>> {
  return (Reflect.getMetadata(ALIASES, target) as Record<string, string> | undefined) ?? {};
}
