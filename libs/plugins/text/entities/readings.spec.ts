import type { EncodedText } from '@percept/sdk/models';
import { Readings } from './readings';

const part = (text: string, start: number) => ({ text, start, end: start + text.length });
/** Tokens of two numbers, of which the first is the number of the token. */
const encoded = (places: [number, number][]): EncodedText => ({
  known: 0.5,
  starts: Uint32Array.from(places, ([start]) => start),
  ends: Uint32Array.from(places, ([, end]) => end),
  states: Float32Array.from(places.flatMap((_, i) => [i, 9])),
});

test('a stretch has the tokens in it, and a stretch that was not read has none', () => {
  const readings = new Readings();
  readings.add(
    part('good but slow', 100),
    encoded([
      [0, 4],
      [5, 8],
      [9, 11],
      [11, 13],
    ]),
  );
  const found = readings.within(part('slow', 109))!;
  expect([...found.starts]).toEqual([9, 11]);
  expect([...found.states]).toEqual([2, 9, 3, 9]);
  expect(found.known).toBe(0.5);
  expect(readings.within(part('slow and', 109))).toBeUndefined();
  expect(readings.within(part('a', 0))).toBeUndefined();
});

test('words have their places in the reading around them', () => {
  const readings = new Readings();
  readings.add(part('good but slow', 100), encoded([[0, 4]]));
  expect(readings.words([part('but', 105), part('slow', 109)])).toMatchObject({
    words: [{ text: 'but' }, { text: 'slow' }],
    starts: [5, 9],
  });
  expect(readings.words([])).toBeUndefined();
  expect(readings.words([part('far', 300)])).toBeUndefined();
});
