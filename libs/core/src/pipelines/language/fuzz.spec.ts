import fc from 'fast-check';
import '../../../../../test/harness/own-kinds';
import { CATALOGUE, SOUND } from '../../../../../test/harness/fixtures/sound-pipeline';
import { compileExpression, ExpressionError } from '../../expressions';
import { parsePipeline } from './parse';

// `npm run test:fuzz` sets it: 100,000 of each. The seed is printed by fast-check when a property breaks.
const RUNS = Number(process.env.FUZZ_RUNS ?? 300);
const LIMIT_MS = 50;
const HOSTILE = ['__proto__', 'constructor', 'prototype', 'toString', 'hasOwnProperty', '__defineGetter__', 'valueOf'];

const damage = fc.record({
  at: fc.nat(SOUND.length),
  drop: fc.nat(12),
  put: fc.oneof(
    fc.constantFrom(
      '\t',
      '}',
      '"',
      '&a ',
      '*a',
      '\n',
      '${{',
      '- ',
      ': ',
      '<<: *a',
      '!!js',
      '|',
      '>',
      '[[[[',
      '\u0000',
      ...HOSTILE,
    ),
    fc.string({ maxLength: 8, unit: 'binary' }),
  ),
});
const mutated = fc
  .array(damage, { minLength: 1, maxLength: 6 })
  .map((changes) => changes.reduce((text, { at, drop, put }) => text.slice(0, at) + put + text.slice(at + drop), SOUND));

const leaf = fc.constantFrom(
  ...['a', 'xs', 'm', 's', '1', '2.5', '"t"', "'(a+)+$'", 'true', 'null', '[]', '{}', 'm.k', 'xs[0]', 's.size()'],
  ...HOSTILE,
);
const expression = fc.letrec<{ any: string }>((tie) => ({
  any: fc.oneof(
    { maxDepth: 6, withCrossShrink: true },
    leaf,
    fc
      .tuple(tie('any'), fc.constantFrom(...'+-*/%<>'.split(''), '==', '!=', '&&', '||', 'in'), tie('any'))
      .map((parts) => parts.join(' ')),
    fc
      .tuple(fc.constantFrom('map', 'filter', 'all', 'exists'), tie('any'), tie('any'))
      .map(([loop, of, body]) => `${of}.${loop}(x, ${body})`),
    fc
      .tuple(tie('any'), fc.constantFrom('matches', 'contains', 'split', 'replace', 'join', ...HOSTILE), tie('any'))
      .map(([of, name, given]) => `${of}.${name}(${given})`),
    fc.tuple(tie('any'), fc.constantFrom(...HOSTILE)).map(([of, name]) => `${of}["${name}"]`),
    fc.tuple(tie('any'), tie('any')).map(([a, b]) => `[${a}, ${b}, {"k": ${a}}]`),
    tie('any').map((inner) => `(${inner})`),
    tie('any').map((inner) => `${inner}.flatten()`),
    tie('any').map((inner) => `${inner} ? ${inner} : 1`),
  ),
}));

/** Processor time of this process: another one that is busy takes none of it. */
function spentMs(work: () => void): number {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000;
}

/** The least of up to ten: what a collection of garbage or a compilation adds is not the input's. */
function minMs(work: () => void): number {
  let least = Infinity;
  for (let run = 0; run < 10 && least >= LIMIT_MS; run++) least = Math.min(least, spentMs(work));
  return least;
}

describe('for any text', () => {
  test('as a pipeline gives findings or a plan, at once', () => {
    fc.assert(
      fc.property(mutated, (source) => {
        let parsed: ReturnType<typeof parsePipeline> | undefined;
        const spent = minMs(() => (parsed = parsePipeline(source, 'f.yaml', CATALOGUE)));
        expect(Boolean(parsed!.plan)).toBe(parsed!.diagnostics.length === 0);
        expect(spent).toBeLessThan(LIMIT_MS);
      }),
      { numRuns: RUNS },
    );
    expect(({} as Record<string, unknown>).a).toBeUndefined();
  });

  test('as an expression gives a JSON value or a reason, at once, and nothing that is not its own', () => {
    const scope = { a: 1, xs: [1, 2.5, 'x'], m: { k: { deep: [1] } }, s: 'aaaaaaaaaaaaaaaaaaaaaaaaaaaa!' };
    const before = JSON.stringify(scope);
    fc.assert(
      fc.property(
        fc.oneof({ weight: 4, arbitrary: expression.any }, { weight: 1, arbitrary: fc.string({ maxLength: 80 }) }),
        (source) => {
          let value: unknown;
          const spent = minMs(() => {
            try {
              value = compileExpression(source).evaluate(scope);
            } catch (error) {
              expect(error).toBeInstanceOf(ExpressionError);
            }
          });
          expect(JSON.parse(JSON.stringify(value ?? null))).toEqual(value ?? null);
          expect(spent).toBeLessThan(LIMIT_MS);
        },
      ),
      { numRuns: RUNS },
    );
    expect(JSON.stringify(scope)).toBe(before);
  });
});
