import { splitLineWords } from './words';

const STEPS = 3;
const WIDE = 5;

/** A line whose letters are 3 steps apart, and 5 at a bar: the model doubts that a space is at `|`, and is sure of one at `/`. */
function read(drawn: string): string {
  let step = 0;
  let bar = '';
  const characters: { character: string; step: number; last: number; probability: number }[] = [];
  const sure: number[] = [];
  for (const character of drawn) {
    if (/[|/]/.test(character)) {
      bar = character;
      continue;
    }
    step += bar ? WIDE : STEPS;
    if (bar === '/') sure.push(step - 1);
    bar = '';
    characters.push({ character, step, last: step, probability: 1 });
  }
  const spaces = Float32Array.from({ length: step + 1 }, (_, each) => (sure.includes(each) ? 0.99 : 0.05));
  const words = splitLineWords({ characters, spaces, strokes: Array<boolean>(step + 1).fill(true) });
  return words.map(({ text }) => text).join(' ');
}

test('a common word that a doubtful space tears is one word', () => {
  expect(read('Univer|sity|of|bat|tery')).toBe('University of battery');
  expect(read('(tryin|g)|it')).toBe('(trying) it');
});

test('two common words stay two, and so do words that make no common one', () => {
  expect(read('come|in|side|by|side')).toBe('come in side by side');
  expect(read('Tamp|oi')).toBe('Tamp oi');
});

test('a sure space stays', () => {
  expect(read('Univer/sity')).toBe('Univer sity');
});
