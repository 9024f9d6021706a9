import type { RereadLine } from '@percept/sdk/models';
import { splitLineWords } from '../words';
import { hasOtherSigns, isBetter, isOfNoKnownScript, rareSigns, wordsOfSecond, type FirstReading } from './second-reading';

const STEPS = 4;

/** A letter each four steps; a blank in the text is a space that was surely read. */
function line(text: string, probability: number, possible = 0): RereadLine {
  const spaces = new Float32Array(text.length * STEPS).fill(possible);
  const characters = [...text].map((character, at) => ({ character, step: at * STEPS, last: at * STEPS, probability }));
  for (const { character, step } of characters) if (character === ' ') spaces.fill(0.99, step - 1, step + 2);
  return { characters, spaces };
}

function first(text: string, probability: number, unread = 0, isMarked = false): FirstReading {
  const { characters, spaces } = line(text, probability);
  const words = splitLineWords({ characters, spaces, strokes: Array<boolean>(spaces.length).fill(true) });
  return { characters, words, strip: { steps: spaces.length, length: 300 }, unread, isMarked };
}

test('the second reading counts if it is about as sure and as long', () => {
  expect(isBetter(line('Total', 0.97), first('Tota1', 0.98))).toBe(true);
  expect(isBetter(line('Total', 0.95), first('Tota1', 0.98))).toBe(false);
  expect(isBetter(line('T', 0.99), first('Tota1', 0.5))).toBe(false);
});

test('a reading with a sign that the first left out may be less sure', () => {
  expect(isBetter(line('Item ₹ 42', 0.9), first('Item 42', 0.98))).toBe(false);
  expect(isBetter(line('Item ₹ 42', 0.9), first('Item 42', 0.98, 1))).toBe(true);
});

test('Chinese and Japanese count where the first reading left strokes out, if they are surely read', () => {
  expect(isBetter(line('東京タワー', 0.95), first('E', 0.99, 1))).toBe(true);
  expect(isBetter(line('星', 0.5), first('*', 0.3, 1))).toBe(false);
});

test('a line without letters that the second model knows is of an unknown script', () => {
  expect(isOfNoKnownScript(line('', 1), first('MockBa', 0.8))).toBe(true);
  expect(isOfNoKnownScript(line('Moskau', 0.9), first('Moskau', 0.8))).toBe(false);
});

test('of a line that is sure, only other signs count', () => {
  expect(hasOtherSigns(line('½ kg', 0.9), first('1/2 kg', 0.9))).toBe(true);
  expect(hasOtherSigns(line('10 kΩ', 0.9), first('10 kQ', 0.9))).toBe(true);
  expect(hasOtherSigns(line('12,80€', 0.9), first('12,80 €', 0.9))).toBe(false);
  expect(hasOtherSigns(line('9-18', 0.9), first('9–18', 0.9))).toBe(false);
  expect(hasOtherSigns(line('Rada', 0.9), first('Řada', 0.9))).toBe(false);
});

test('quotation marks, dashes, prices in euros and dates are read well: no reason to read a line again', () => {
  const signs = (text: string) => rareSigns([line(text, 0.99)]);
  expect(signs('“The baker’s train – it’s late…” 12,80 € on 12/05/2018, 7/4/18')).toEqual([]);
  expect(signs('FAQ, Q4, IQ')).toEqual([]);
  expect(signs('1/2 m2 ±5 °C')).toEqual(['1/2', 'm2', '±']);
});

const wordsOf2 = (second: RereadLine, ours: FirstReading) =>
  wordsOfSecond(second, { steps: second.spaces.length, length: 300 }, ours).map(({ text }) => text);

test('spaces are its own, and those of the first reading where one is possible', () => {
  expect(wordsOf2(line('a b c', 0.9), first('abcde', 0.9))).toEqual(['a', 'b', 'c']);
  const ours = first('RM 30', 0.9);
  expect(ours.words).toHaveLength(2);
  expect(wordsOf2(line('RMx30', 0.9, 0.01), ours)).toHaveLength(1);
  expect(wordsOf2(line('RMx30', 0.9, 0.04), ours)).toHaveLength(2);
});

test('beside Chinese a space counts where one is possible, which the first model does not see', () => {
  const ours = first('305', 0.9, 1);
  expect(wordsOf2(line('房间305的', 0.9, 0.04), ours).length).toBeGreaterThan(1);
  expect(wordsOf2(line('房间305的', 0.9, 0.01), ours)).toEqual(['房间305的']);
  expect(wordsOf2(line('ab305c', 0.9, 0.04), ours)).toEqual(['ab305c']);
});
