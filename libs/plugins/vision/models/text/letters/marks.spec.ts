import type { ReadLine } from '../ctc';
import { hasMarks } from './marks';

/** A line; letters beyond ASCII have the probability given. */
const line = (text: string, probability = 0.9): ReadLine => ({
  characters: [...text].map((character, step) => ({
    character,
    step,
    last: step,
    probability: character > '\u007f' ? probability : 0.99,
  })),
  spaces: new Float32Array(text.length),
  strokes: [...text].map(() => true),
});

const isMarked = (
  text: string,
  plain: string,
  probability?: number,
  words: { common?: number; without?: number; foreignness?: number } = {},
) =>
  hasMarks(
    {
      line: line(text, probability),
      commonWithMarks: words.common ?? 0,
      commonWithout: words.without ?? 0,
      foreignness: words.foreignness ?? 0,
    },
    line(plain),
  );

test('one mark has to be surer than each of several', () => {
  expect(isMarked('Café', 'Cafe', 0.995)).toBe(false);
  expect(isMarked('Café', 'Cafe', 0.999)).toBe(true);
  expect(isMarked('così in città', 'cosi in citta', 0.995)).toBe(true);
});

test('a common word needs less proof', () => {
  expect(isMarked('città', 'citta', 0.98)).toBe(false);
  expect(isMarked('città', 'citta', 0.98, { common: 1 })).toBe(true);
});

test('a word that is common in English without its mark needs more proof', () => {
  expect(isMarked('on Šunday', 'on Sunday', 0.9995)).toBe(true);
  expect(isMarked('on Šunday', 'on Sunday', 0.9995, { without: 1 })).toBe(false);
});

test('the same letter again proves nothing more', () => {
  expect(isMarked('łłłł', 'llll', 0.99)).toBe(false);
  expect(isMarked('łóśń', 'losn', 0.99)).toBe(true);
});

test('words of a language with marks are a proof, words of English speak against it', () => {
  const words = 5 * Math.log(30);
  expect(isMarked('la brònka', 'la bronka', 0.7)).toBe(false);
  expect(isMarked('la brònka', 'la bronka', 0.7, { foreignness: words })).toBe(true);
  expect(isMarked('the brònka', 'the bronka', 0.999)).toBe(true);
  expect(isMarked('the brònka', 'the bronka', 0.999, { foreignness: -words })).toBe(false);
});

test('many doubtful marks do not prove that there are marks', () => {
  expect(isMarked('áíÁéàè', 'aiAeae', 0.85)).toBe(false);
});

test('typographic quotation marks do not count as other letters', () => {
  expect(isMarked('l’eau « près »', "l'eau « pres »", 0.99)).toBe(true);
  expect(isMarked('„Käse“…', '"Kase"...', 0.999)).toBe(true);
});

test('where the other letters differ, too, the print is bad', () => {
  expect(isMarked('NOÍ SOLD', 'NOI SOLD', 0.9995)).toBe(true);
  expect(isMarked('NOÍ KERSOLD', 'NOT REHSOLD', 0.9995)).toBe(false);
});

test('marks of different languages have to be surer', () => {
  expect(isMarked('Ťłáňk', 'Tlank', 0.98)).toBe(false);
  expect(isMarked('příští', 'pristi', 0.98)).toBe(true);
  expect(isMarked('Łukasz, Åse', 'Łukasz, Ase', 0.9999)).toBe(true);
});

test('a line without marks has none', () => {
  expect(isMarked('Cafe', 'Cafe')).toBe(false);
});
