import { plainToInstance } from 'class-transformer';
import { validateSync, type ValidationError } from 'class-validator';
import { suggest, PerceptError } from '../../../kernel';
import type { CapabilityDefinition } from '../../declaration';
import { accepted } from './accept';
import type { Class } from '../../../kernel/schema';
import type { CallFields } from './fields';
import { describeSchema, show } from '../../../kernel/schema';
import { setRowsAside } from '../../declaration';
import { toJsonSchema, nestedClass, type JsonSchema } from '../../../kernel/schema';

/** Checks that the schema can describe; other checks have messages from their authors. */
const IN_THE_SCHEMA = new Set([
  ...['isNumber', 'isInt', 'min', 'max', 'isPositive', 'isNegative', 'isBoolean', 'isString', 'isIn', 'isEnum', 'isObject'],
  ...['minLength', 'maxLength', 'isLength', 'isNotEmpty', 'isArray', 'arrayMinSize', 'arrayMaxSize', 'arrayNotEmpty'],
  'nestedValidation',
]);

/**
 * Creates a checked instance of the input class with its defaults.
 * @throws PerceptError INVALID_REQUEST naming the first faulty parameter as the caller wrote it.
 */
export function checkInput<I extends object>(input: Class<I>, fields: CallFields): I {
  const schema = toJsonSchema(input);
  const values = { ...fields.values };
  const putRowsBack = setRowsAside(schema, values);
  const instance = instanceOf(input, values, schema);
  putRowsBack(instance);
  const [fault] = accepted(input, instance) ? [] : faultsOf(instance, schema);
  if (!fault) return instance;
  const [, first, rest] = /^([^.[]*)(.*)$/s.exec(fault.field)!;
  throw PerceptError.invalid(fields.writtenAs(first!) + rest, fault.reason);
}

/** Converts only fields of nested classes: copying a list of 100,000 plain objects would take longer than using it. */
function instanceOf<I extends object>(input: Class<I>, values: Record<string, unknown>, schema: JsonSchema): I {
  const [nested, plain] = [true, false].map((wanted) =>
    Object.fromEntries(Object.entries(values).filter(([name]) => (nestedClass(input, name) !== undefined) === wanted)),
  );
  const isPlain = Object.keys(nested!).length === 0;
  return Object.assign(isPlain ? new input() : plainToInstance(input, withoutNulls(nested, schema) as object), plain);
}

/** Removes nulls of optional parameters at every depth, because null counts as absent. */
function withoutNulls(value: unknown, { items, properties, required = [] }: JsonSchema): unknown {
  if (Array.isArray(value)) return items ? value.map((each) => withoutNulls(each, items)) : value;
  if (!properties || typeof value !== 'object' || value === null) return value;
  const given = Object.entries(value).filter(([name, each]) => each !== null || required.includes(name));
  return Object.fromEntries(given.map(([name, each]) => [name, withoutNulls(each, properties[name] ?? {})]));
}

/**
 * @returns what was checked, without anything that could say something else the next time.
 * @throws Error that names where the plugin's answer does not match its output class.
 */
export function checkOutput(capability: CapabilityDefinition, output: unknown): object {
  if (typeof output !== 'object' || output === null) throw new Error(`${capability.id} answered ${show(output)}, no object`);
  const schema = toJsonSchema(capability.output);
  const values = { ...output };
  const putRowsBack = setRowsAside(schema, values);
  const copy = accepted(capability.output, output);
  if (copy) return copy;
  const instance = plainToInstance(capability.output, values);
  putRowsBack(instance);
  const [fault] = faultsOf(instance, schema);
  if (fault) throw new Error(`${capability.id} answered against its output class: ${fault.field} ${fault.reason}`);
  return output;
}

/** @throws Error that names where the plugin's answer does not match the class of its rows. */
export function checkRow(
  { id }: Pick<CapabilityDefinition, 'id'>,
  of: Class,
  { row, place }: { row: object; place: string },
): void {
  if (accepted(of, row)) return;
  const [fault] = faultsOf(plainToInstance(of, row), toJsonSchema(of));
  if (fault) throw new Error(`${id} answered against its output class: ${place}.${fault.field} ${fault.reason}`);
}

interface Fault {
  field: string;
  reason: string;
}

function faultsOf(instance: object, schema: JsonSchema): Fault[] {
  const errors = validateSync(instance, { whitelist: true, forbidNonWhitelisted: true, forbidUnknownValues: false });
  return errors.flatMap((error) => flatten(error, '', schema));
}

function flatten(error: ValidationError, path: string, parent: JsonSchema): Fault[] {
  const index = /^\d+$/.test(error.property);
  const field = index ? `${path}[${error.property}]` : path ? `${path}.${error.property}` : error.property;
  const schema = (index ? parent.items : parent.properties?.[error.property]) ?? {};
  const below = (error.children ?? []).flatMap((child) => flatten(child, field, schema));
  return below.length > 0 ? below : [{ field, reason: reasonOf(error, schema, parent) }];
}

function reasonOf(error: ValidationError, schema: JsonSchema, parent: JsonSchema): string {
  const constraints = error.constraints ?? {};
  if ('whitelistValidation' in constraints) {
    return `is not known here.${suggest(error.property, Object.keys(parent.properties ?? {}))}`;
  }
  const own = Object.entries(constraints).filter(([name]) => !IN_THE_SCHEMA.has(name));
  const phrase = describeSchema(schema);
  if (own.length > 0 || !phrase) return `${Object.values(constraints).join('; ') || 'is not valid'}, not ${show(error.value)}.`;
  if (error.value === undefined) return `is required: it must be ${phrase}.`;
  const isSize = 'arrayMinSize' in constraints || 'arrayMaxSize' in constraints;
  const length = isSize && Array.isArray(error.value) ? error.value.length : 0;
  return `must be ${phrase}, not ${length > 1 ? `${length} entries` : show(error.value)}.`;
}
