import { ctcSteps } from '../../../../../../test/harness/fixtures/text/ctc-steps';
import { readSteps } from '../ctc';
import { inOneLanguage } from './one-language';

const LETTERS = [...'pmñgdaáåäöéü中日 '];

/** What is read of steps, each with the probabilities of some letters. */
function read(...entries: Record<string, number>[]): string {
  const steps = ctcSteps(entries, LETTERS);
  const line = inOneLanguage(readSteps(steps, LETTERS), steps, LETTERS);
  return line.characters.map(({ character }) => character).join('');
}

const P = { p: 0.99 };
const SWEDISH = { ä: 0.99 };
const DOUBTFUL = { á: 0.5, å: 0.4, a: 0.1 };

test('a letter that the language of the line does not write is the most similar one that it writes', () => {
  expect(read(SWEDISH, P, DOUBTFUL, { ö: 0.98 }, { å: 0.98 })).toBe('äpåöå');
});

test('a letter that goes with the others stays, and so does one alone', () => {
  expect(read(P, DOUBTFUL)).toBe('pá');
  expect(read(P, DOUBTFUL, { ñ: 0.99 }, { é: 0.9 })).toBe('páñé');
});

test('a letter that was surely read stays: a name may be of another language', () => {
  expect(read({ å: 0.99 }, P, { ñ: 0.98, p: 0.02 })).toBe('åpñ');
});

test('letters of another script stay', () => {
  expect(read({ 中: 0.5, p: 0.3 }, { 日: 0.5, a: 0.4 })).toBe('中日');
  expect(read({ 中: 0.5, p: 0.3 }, SWEDISH)).toBe('中ä');
});
