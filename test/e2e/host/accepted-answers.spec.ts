import { plainToInstance } from 'class-transformer';
import { validateSync } from 'class-validator';
import { setRowsAside } from '../../../libs/core/src/inference/declaration';
import { accepted } from '../../../libs/core/src/inference/host/input/accept';
import { toJsonSchema, type Class, type JsonSchema } from '../../../libs/core/src/kernel/schema';
import { capabilities } from '../../harness/builtin-plugins';

/** The same numbers from 0 to 1 in each run. */
function numbers(seed: number): () => number {
  let state = seed;
  return () => (state = (state * 48_271) % 2_147_483_647) / 2_147_483_647;
}

const RULES = { whitelist: true, forbidNonWhitelisted: true, forbidUnknownValues: false };

/** The instance that the libraries check. Rows are data: they are not transformed. @throws if that is not possible. */
function instanceOf(of: Class, value: object): object {
  const values = { ...value };
  const putRowsBack = setRowsAside(toJsonSchema(of), values);
  const instance = plainToInstance(of, values);
  putRowsBack(instance);
  return instance;
}

const faultsOf = (instance: object) => validateSync(instance, RULES);

const orNothing = <T>(make: () => T): T | undefined => {
  try {
    return make();
  } catch {
    return undefined;
  }
};

const isFaultless = (of: Class, value: object): boolean => orNothing(() => faultsOf(instanceOf(of, value)).length === 0) === true;

/** The quick copy, where the rows, which are looked at before, are objects. */
function quickCopy(of: Class, value: object): object | undefined {
  const rowsAreRight = orNothing(() => setRowsAside(toJsonSchema(of), { ...value })) !== undefined;
  return rowsAreRight ? accepted(of, value) : undefined;
}

type Made = Record<string, unknown>;

const pick = <T>(all: readonly T[], random: () => number): T => all[Math.floor(random() * all.length)]!;

/** A value that the schema allows. */
function make(schema: JsonSchema, random: () => number): unknown {
  if (schema.enum) return pick(schema.enum, random);
  const { minimum = schema.exclusiveMinimum === undefined ? 0 : schema.exclusiveMinimum + 1e-3, maximum = minimum + 9 } = schema;
  switch (pick([schema.type ?? 'object'].flat(), random)) {
    case 'null':
      return null;
    case 'boolean':
      return random() < 0.5;
    case 'integer':
      return Math.ceil(minimum) + Math.floor(random() * (maximum - minimum));
    case 'number':
      return minimum + random() * (maximum - minimum);
    case 'string':
      return 'x'.repeat(Math.max(schema.minLength ?? 0, 3));
    case 'array':
      return Array.from({ length: Math.max(schema.minItems ?? 0, Math.min(3, schema.maxItems ?? 3)) }, () =>
        make(schema.items ?? { type: 'string' }, random),
      );
    default: {
      const given = Object.entries(schema.properties ?? {}).filter(([name]) => schema.required?.includes(name) || random() < 0.5);
      return Object.fromEntries(given.map(([name, each]) => [name, make(each, random)]));
    }
  }
}

const WRONG = [
  ...[undefined, null, NaN, Infinity, -1, 0.5, 1e9, 7n, '', 'text', 'x'.repeat(9_999), true, Symbol('mark'), () => 1],
  ...[[], [[]], [undefined], [null], {}, [{}], { length: 0 }, new Date(0), new Map([['a', 1]]), new Set([{}]), /a/],
  ...[Promise.resolve(1), Buffer.from('a'), new Array<object>(2), Object.create({ confidence: 1 }) as object],
];

const PLAIN = { enumerable: true, configurable: true, writable: true };

/** The objects and lists of a value that the schema describes, itself first. */
function describedIn(value: unknown, { properties, items }: JsonSchema): object[] {
  if (typeof value !== 'object' || value === null || !(properties ?? items)) return [];
  const inside = Object.entries(value).flatMap(([name, each]) => describedIn(each, items ?? properties![name] ?? {}));
  return [value, ...inside];
}

/** Ways in which a plugin can make a property say different things to different readers. */
const SLY = [
  (target: Made, name: string) => void Object.defineProperty(target, name, { ...PLAIN, value: target[name], enumerable: false }),
  (target: Made, name: string, random: () => number) =>
    void Object.defineProperty(target, name, { get: () => pick(WRONG, random), enumerable: true, configurable: true }),
  (target: Made, name: string) => void Object.setPrototypeOf(target, { [name]: target[name], toJSON: () => 'other' }),
  (target: Made) => void Object.setPrototypeOf(target, null),
  (target: Made) => void Object.setPrototypeOf(target, Array.prototype),
];

/** Makes one place of the value wrong, in one of the ways in which an answer can be. */
function spoil(value: object, schema: JsonSchema, { random, sly }: { random: () => number; sly: boolean }): void {
  const all = describedIn(value, schema);
  const target = (random() < 0.3 ? value : pick(all, random)) as Made;
  const names = Object.keys(target);
  const unknown = ['extra', '__proto__', ...(sly ? ['toJSON'] : [])];
  const name = names.length > 0 && random() < 0.9 ? pick(names, random) : pick(unknown, random);
  const way = random();
  if (sly && way < 0.4) pick(SLY, random)(target, name, random);
  else if (way < 0.5) delete target[name];
  else Object.defineProperty(target, name, { ...PLAIN, value: pick(WRONG, random) });
}

const answers = [...capabilities.values()].map(({ id, output }): [string, Class] => [id, output]);

test.each(answers)('answers of %s: what is accepted quickly is what the libraries accept', (id, output) => {
  const random = numbers(id.length * 7919 + 1);
  const schema = toJsonSchema(output);
  const wrong: object[] = [];
  let [good, refused] = [0, 0];
  for (let round = 0; round < 80; round++) {
    const value = make(schema, random) as object;
    const isGood = isFaultless(output, value);
    if (isGood) good++;
    const quick = quickCopy(output, value);
    if (Boolean(quick) !== isGood) wrong.push(value);
    if (quick) expect(quick).toEqual(value);
    spoil(value, schema, { random, sly: true });
    // The copy is what is sent, so it is what the libraries are asked about: a getter may tell them something else.
    const copy = quickCopy(output, value);
    if (!copy) refused++;
    else if (!isFaultless(output, copy)) wrong.push(copy);
  }
  expect(wrong).toEqual([]);
  expect(good).toBeGreaterThan(30);
  expect(refused).toBeGreaterThan(0);
});

const inputs = [...capabilities.values()].map(({ id, input }): [string, Class] => [id, input]);

test.each(inputs)('inputs of %s: what is accepted quickly is what the libraries accept', (id, input) => {
  const random = numbers(id.length * 7919 + 2);
  const schema = toJsonSchema(input);
  let [quick, good] = [0, 0];
  for (let round = 0; round < 80; round++) {
    const value = make(schema, random) as object;
    if (round % 3 > 0) spoil(value, schema, { random, sly: false });
    const instance = orNothing(() => instanceOf(input, value));
    if (!instance) continue;
    const faults = faultsOf(instance);
    if (faults.length === 0) good++;
    if (!accepted(input, instance)) continue;
    quick++;
    expect(faults).toEqual([]);
  }
  expect(quick).toBeGreaterThan(good / 2);
  expect(quick).toBeGreaterThan(0);
});
