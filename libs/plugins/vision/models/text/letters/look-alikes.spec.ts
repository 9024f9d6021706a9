import { ctcSteps } from '../../../../../../test/harness/fixtures/text/ctc-steps';
import { readSteps } from '../ctc';
import { withoutDigitsInWords } from './look-alikes';

const LETTERS = [...'GRUNDFLOMCSTtaloIi01245:.% '];

/** What is read of characters, each with a blank behind it; a second one is the letter that the digit may be. */
function read(...entries: (string | Record<string, number>)[]): string {
  const all = entries.flatMap((entry): Record<string, number>[] =>
    typeof entry === 'string' ? [...entry].map((letter) => ({ [letter]: 0.99 })) : [entry],
  );
  const steps = ctcSteps(all, LETTERS);
  const line = withoutDigitsInWords(readSteps(steps, LETTERS), steps, LETTERS);
  return line.characters.map(({ character }) => character).join('');
}

const ZERO = { 0: 0.9, O: 0.06 };
const CLEAR_ZERO = { 0: 0.98, O: 0.01 };
const ONE = { 1: 0.6, l: 0.3, I: 0.01 };

test('a digit in a word is the letter that looks like it', () => {
  expect(read('GR', ZERO, 'UND FL', ZERO, ZERO, 'R')).toBe('GROUND FLOOR');
  expect(read('Tota', ONE, ':')).toBe('Total:');
});

test('at an end of a word, the letter has to be more likely', () => {
  expect(read('SUN', ZERO)).toBe('SUN0');
  expect(read('SUN', { 0: 0.7, O: 0.2 })).toBe('SUNO');
});

test('a clear digit stays', () => {
  expect(read('GR', CLEAR_ZERO, 'UND')).toBe('GR0UND');
});

test('a code stays where one of its digits is clearly a digit', () => {
  expect(read('CS', ZERO, ZERO, '441')).toBe('CS00441');
  expect(read('M1', ZERO)).toBe('M10');
});

test('three digits in a row are a number', () => {
  expect(read('M', { 0: 0.7, O: 0.2 }, { 0: 0.7, O: 0.2 }, 'N')).toBe('MOON');
  expect(read('M', { 0: 0.7, O: 0.2 }, { 0: 0.7, O: 0.2 }, { 0: 0.7, O: 0.2 }, 'N')).toBe('M000N');
});

test('numbers stay, with their unit too', () => {
  const doubtful = { 0: 0.8, O: 0.19 };
  expect(read('RM', doubtful, '.', doubtful, doubtful)).toBe('RM0.00');
  expect(read('GST', doubtful, '%')).toBe('GST0%');
  expect(read(doubtful, ONE, ':', doubtful)).toBe('01:0');
});
