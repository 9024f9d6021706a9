import { oddsOfSpaces } from './spaces';

/** Columns of pixels that a step is wide. */
const STEP = 8;

interface Drawn {
  /** How many steps a letter is behind the one before it, and how many columns of strokes it has. */
  distance?: number;
  width?: number;
  /** The same of some letters, by their place and by themselves. */
  distances?: Record<number, number>;
  widths?: Record<string, number>;
  /** Of a space, everywhere. */
  probability?: number;
}

/** The line with a bar before each word but the first. */
function read(text: string, { distance = 3, width = 20, distances = {}, widths = {}, probability = 1e-4 }: Drawn = {}): string {
  const letters = [...text];
  let step = 1;
  const characters = letters.map((character, index) => {
    step += index === 0 ? 0 : (distances[index] ?? distance);
    return { character, step, last: step, probability: 1 };
  });
  const steps = step + 2;
  const strokes = Array<boolean>(steps * STEP).fill(false);
  for (const { character, step: at } of characters) {
    const half = (widths[character] ?? width) / 2;
    strokes.fill(true, (at + 0.5) * STEP - half, (at + 0.5) * STEP + half);
  }
  const odds = oddsOfSpaces(characters, { characters, spaces: new Float32Array(steps).fill(probability), strokes });
  return letters.map((letter, index) => (index > 0 && odds[index]! >= 0 ? `|${letter}` : letter)).join('');
}

test('a wide gap begins a word, even if the model hardly saw a space', () => {
  const drawn = { probability: 0.02, distances: { 6: 4 } };
  expect(read('given,from', { ...drawn, widths: { ',': 4 } })).toBe('given,|from');
  expect(read('given,from', { ...drawn, widths: { f: 40 } })).toBe('given,from');
});

test('letters of one width stay together, however wide the gaps beside the narrow ones', () => {
  expect(read('FINISHLINE', { probability: 0.01, distance: 8, width: 56, widths: { I: 4 } })).toBe('FINISHLINE');
});

test('a sure space begins a word', () => {
  expect(read('AB', { probability: 0.99 })).toBe('A|B');
});

test('no word begins inside brackets or a number', () => {
  const wide = { probability: 0.05, distances: { 2: 4 } };
  expect(read('a-bc', wide)).toBe('a-|bc');
  expect(read('a(bc', wide)).toBe('a(bc');
  expect(read('ab)c', wide)).toBe('ab)c');
  expect(read('9.90', wide)).toBe('9.90');
  expect(read('a.90', wide)).toBe('a.|90');
});

test('no word begins beside a Chinese comma', () => {
  expect(read('ab，cd', { probability: 0.1, distances: { 3: 4 }, widths: { '，': 4 } })).toBe('ab，|cd');
  expect(read('施工，请绕', { probability: 0.1, distances: { 3: 4 }, widths: { '，': 4 } })).toBe('施工，请绕');
});

test('without a strip, the distances count', () => {
  const characters = [...'ABCD'].map((character, index) => ({
    character,
    step: index + (index > 1 ? 2 : 0),
    last: 0,
    probability: 1,
  }));
  const line = { characters, spaces: new Float32Array(6).fill(0.05), strokes: Array<boolean>(6).fill(true) };
  expect(oddsOfSpaces(characters, line).map((odds) => odds >= 0)).toEqual([true, false, true, false]);
});
