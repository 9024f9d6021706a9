import { ctcSteps } from '../../../../../../test/harness/fixtures/text/ctc-steps';
import { readSteps } from '../ctc';
import { withMarksOfWords } from './common-words';

/** The space is the last one, as in the alphabets of models. */
const LETTERS = [...'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZáéíóôòàäåöüçñİ '];

/**
 * What becomes of a text. In `[ôó]` the first letter was read, and the second is the other that was seen, with the probability
 * of `other`.
 */
function read(text: string, other = 0.1) {
  const entries = text
    .match(/\[..\]|./gu)!
    .map((each): Record<string, number> => (each.length > 1 ? { [each[1]!]: 0.8, [each[2]!]: other } : { [each]: 0.99 }));
  const steps = ctcSteps(entries, LETTERS);
  const { line, ...words } = withMarksOfWords(readSteps(steps, LETTERS), steps, LETTERS);
  return { text: line.characters.map(({ character }) => character).join(''), ...words };
}

test('marks are those of a common word in the language of the line', () => {
  expect(read('la estaci[ôó]n está aqu[ií]')).toMatchObject({ text: 'la estación está aquí', commonWithMarks: 3 });
  // A word of Czech is one of Swedish where the rest is.
  expect(read('från oss till tv[áå]').text).toBe('från oss till två');
});

test('what the model did not see is not made a word', () => {
  expect(read('la estaci[ôó]n está', 1e-6).text).toBe('la estaciôn está');
});

test('a word of no list stays as it was read', () => {
  expect(read('está la br[ôó]nka')).toMatchObject({ text: 'está la brônka', commonWithMarks: 1 });
});

test('a letter of the language keeps its mark, one of another loses it', () => {
  expect(read('lui tronc[òo] la città').text).toBe('lui troncò la città');
  expect(read('das [İI]st für uns').text).toBe('das Ist für uns');
});

test('a name keeps its marks in a sentence of another language', () => {
  expect(read('this is the house of Jos[ée]').text).toBe('this is the house of José');
});

test('a line without marks is left alone', () => {
  expect(read('esta est[aá] aqui')).toEqual({ text: 'esta esta aqui', commonWithMarks: 0, commonWithout: 0, foreignness: 0 });
});

test('the words without marks tell how likely the language is, compared with English', () => {
  expect(read('no puede ser brônka').foreignness).toBeGreaterThan(10);
  expect(read('this can not be brônka').foreignness).toBeLessThan(1);
});

test('a long row of doubtful letters is not tried in every way', () => {
  expect(read('[áà]'.repeat(500)).text).toBe('á'.repeat(500));
});

test('words that are common in English without their marks are counted, in English lines alone', () => {
  expect(read('the third sünday of the month').commonWithout).toBe(1);
  expect(read('the brônka of the month').commonWithout).toBe(0);
  expect(read('la última página del máster').commonWithout).toBe(0);
});
