import { defaultMetadataStorage as transforms } from 'class-transformer/cjs/storage';
import { getMetadataStorage, ValidationTypes, type ValidationArguments } from 'class-validator';
import { type Class, nestedClass } from '../../../kernel/schema';

type Condition = (object: object, value: unknown) => boolean;

/** The checks that the decorators of a property ask for. */
interface Property {
  /** The value is checked only if all these conditions hold, such as that of `IsOptional`. */
  conditions: Condition[];
  checks: { validate: (value: unknown, about: ValidationArguments) => unknown; constraints: unknown[]; each: boolean }[];
  /** The class of the value, or of each entry of a list. */
  nested?: Class;
}

interface Plan {
  targetName: string;
  properties: ReadonlyMap<string, Property>;
  hasDefaults: boolean;
}

const plans = new WeakMap<Class, Plan | { properties?: undefined }>();

/**
 * Asks the validators of a class what class-transformer and class-validator would ask them, in a twentieth of the time: it notes no
 * errors, makes no instances, and looks the decorators up once.
 * @param value is an instance of the class or a plain object.
 * @returns a plain copy of it, in which each property was read once; undefined if the libraries must have a closer look, because
 * the value is wrong or unusual or the class asks more than this function knows.
 */
export function accepted(of: Class, value: unknown): object | undefined {
  if (!plans.has(of)) plans.set(of, planOf(of) ?? {});
  const { targetName, properties, hasDefaults } = plans.get(of) as Plan;
  if (!properties || typeof value !== 'object' || value === null) return undefined;
  const prototype: unknown = Object.getPrototypeOf(value);
  if (prototype !== of.prototype && (prototype !== Object.prototype || hasDefaults)) return undefined;
  const copy: Record<string, unknown> = { ...value };
  for (const name in copy) if (!properties.has(name)) return undefined;
  for (const [name, { conditions, checks, nested }] of properties) {
    const found = copy[name];
    if (conditions.length > 0 && !conditions.every((holds) => holds(copy, found))) continue;
    // Most values are numbers and texts, which need no copy.
    if (nested || typeof found === 'object') copy[name] = copied(found, nested);
    const value = copy[name];
    if (value === undefined && found !== undefined) return undefined;
    for (const check of checks)
      if (!passes(check, { targetName, property: name, object: copy, value, constraints: check.constraints })) return undefined;
  }
  return copy;
}

/**
 * Copies lists and objects of a class; returns other values as they are. Returns undefined if the libraries must check the value.
 */
function copied(value: unknown, nested: Class | undefined): unknown {
  if (nested && value !== undefined && !Array.isArray(value)) return accepted(nested, value);
  if (typeof value !== 'object' || value === null) return value;
  const prototype: unknown = Object.getPrototypeOf(value);
  if (!Array.isArray(value)) return prototype === Object.prototype ? value : undefined;
  if (prototype !== Array.prototype) return undefined;
  const list: unknown[] = [];
  for (let at = 0; at < value.length; at++) {
    const each: unknown = value[at];
    const entry = nested ? accepted(nested, each) : copied(each, undefined);
    if (entry === undefined) return undefined;
    list.push(entry);
  }
  return list;
}

function passes({ validate, each }: Property['checks'][number], about: ValidationArguments): boolean {
  const value: unknown = about.value;
  return each && Array.isArray(value) ? value.every((one) => validate(one, about) === true) : validate(value, about) === true;
}

/** @returns undefined for a class with methods, or with decorators that convert its values or say when they count. */
function planOf(of: Class): Plan | undefined {
  const storage = getMetadataStorage();
  const properties = new Map<string, Property>();
  const hidden = [transforms.getExposedMetadatas(of), transforms.getExcludedMetadatas(of)].some(({ length }) => length > 0);
  if (hidden || transforms.getStrategy(of) !== 'none' || hasMethods(of)) return undefined;
  for (const { propertyName: name, type, constraintCls, constraints, each, validateIf } of storage.getTargetValidationMetadatas(
    of,
    '',
    false,
    false,
  )) {
    const property = properties.get(name) ?? { conditions: [], checks: [] };
    properties.set(name, property);
    const declared = transforms.findTypeMetadata(of, name);
    const nested = declared && nestedClass(of, name);
    if (validateIf || name in Object.prototype || transforms.findTransformMetadatas(of, name, 0).length > 0) return undefined;
    if (declared && (!nested || declared.options?.discriminator)) return undefined;
    if (type === ValidationTypes.CONDITIONAL_VALIDATION) property.conditions.push(constraints[0] as Condition);
    else if (type === ValidationTypes.NESTED_VALIDATION && nested) property.nested = nested;
    else if (type === ValidationTypes.CUSTOM_VALIDATION) {
      for (const { instance, async } of storage.getTargetValidatorConstraints(constraintCls)) {
        if (async) return undefined;
        property.checks.push({ validate: (value, about) => instance.validate(value, about), constraints, each });
      }
    } else if (type !== ValidationTypes.WHITELIST) return undefined;
  }
  return { targetName: of.name, properties, hasDefaults: Object.values(new of()).some((value) => value !== undefined) };
}

function hasMethods(of: Class): boolean {
  for (let at = of.prototype as object; at !== Object.prototype; at = Object.getPrototypeOf(at) as object)
    if (Reflect.ownKeys(at).length > 1) return true;
  return false;
}
