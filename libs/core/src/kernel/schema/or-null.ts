import 'reflect-metadata';

const NULLABLE = Symbol.for('percept.or-null');

/** Declares a property of an answer that is always present but may be null. Use `IsOptional` if it may be absent. */
export function OrNull(): PropertyDecorator {
  return (prototype, property) => {
    const known = nullableFields(prototype.constructor);
    Reflect.defineMetadata(NULLABLE, [...known, String(property)], prototype.constructor);
  };
}

/** The properties of a class that may be null, including inherited ones. */
export function nullableFields(target: object): readonly string[] {
  return (Reflect.getMetadata(NULLABLE, target) as string[] | undefined) ?? [];
}
