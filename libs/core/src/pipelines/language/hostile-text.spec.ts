import '../../../../../test/harness/own-kinds';
import { CATALOGUE, SOUND } from '../../../../../test/harness/fixtures/sound-pipeline';
import { parsePipeline } from './parse';

const parse = (source: string) => parsePipeline(source, 'p.yaml', CATALOGUE);
/** `line:column message` of each finding. */
const findings = (source: string) => parse(source).diagnostics.map(({ line, column, message }) => `${line}:${column} ${message}`);
const changed = (from: string | RegExp, to: string) => {
  const text = SOUND.replace(from, to);
  expect(text).not.toBe(SOUND);
  return findings(text);
};

describe('hostile text', () => {
  test('an alias bomb is refused at once', () => {
    const bomb = `a: &a [x,x,x,x,x,x,x,x,x]\n${[...'bcdefghij'].map((name, index) => `${name}: &${name} [${Array(9).fill(`*${'abcdefghij'[index]}`).join(',')}]`).join('\n')}\n`;
    expect(findings(bomb)[0]).toMatch(/aliases expanded/);
  });
  test('an alias of itself is refused', () => {
    expect(findings('a: &a [*a]\n')[0]).toMatch(/aliases expanded|Unresolved alias/);
  });
  test.each(['__proto__', 'constructor', 'toString', 'prototype', 'hasOwnProperty'])('the name %s is like any other', (name) => {
    expect(findings(`${name}: 1\n${SOUND}`)[0]).toMatch(new RegExp(`^1:1 A pipeline has no '${name}'`));
    expect(changed('inputs.folder', `inputs.${name}`)[0]).toMatch(new RegExp(`^10:25 There is no '${name}' here`));
    expect(changed('image: "', `${name}: 1, image: "`)[0]).toMatch(new RegExp(`^18:17 vision.detect has no parameter '${name}'`));
    expect(changed('vision.detect', name).join()).toMatch(`No capability is called '${name}'`);
    expect(({} as Record<string, unknown>).polluted).toBeUndefined();
  });
  test('a list of more than 100 steps is refused at the first one too many', () => {
    const steps = (count: number, indent: string): string =>
      Array.from({ length: count }, (_, n) => `${indent}- { id: s${n}, uses: vision.detect, with: { image: a.jpg } }\n`).join('');
    const block = (count: number): string =>
      `version: 1\nname: many\nsteps:\n  - id: all\n    for_each: { items: [1] }\n    steps:\n${steps(count, '      ')}`;
    const plain = (count: number): string => `version: 1\nname: many\nsteps:\n${steps(count, '  ')}`;
    expect([findings(block(100)), findings(plain(100))]).toEqual([[], []]);
    expect(findings(block(101))).toEqual([expect.stringMatching(/^107:9 'steps' has 101 steps; at most 100 are taken/)]);
    expect(findings(plain(101))).toEqual([expect.stringMatching(/^104:5 'steps' has 101 steps; at most 100 are taken/)]);
  });
  test('a huge file, deep nesting, many keys and garbage give findings, never a throw', () => {
    expect(findings(`a: ${'x'.repeat(200_000)}`)[0]).toMatch(/larger than 64 KiB/);
    for (const opening of ['[', '{a: ', '- ', '? ', 'a:\n']) {
      expect(findings(opening.repeat(60_000 / opening.length))).not.toEqual([]);
    }
    expect(findings(`a: &a b\n${'b: *a\n'.repeat(10_000)}`)).not.toEqual([]);
    expect(findings('- *none')).toContain("1:3 There is no anchor '&none' before this.");
    expect(findings(Array.from({ length: 30 }, (_, depth) => `${' '.repeat(depth)}- `).join('\n')).length).toBeGreaterThan(0);
    for (const text of [
      '',
      '\0',
      '- a',
      '5',
      '%YAML 9',
      '--- a\n--- b',
      '{',
      '? [a]: b',
      'steps: 1',
      '!!js/function x',
      '"',
      '&',
      '*x',
      '\uFEFF:',
      '<<: 1',
    ]) {
      expect(findings(text)).not.toEqual([]);
    }
  });
});
