import type { RereadLine } from '../../../runtime';
import { withLettersOfFirst } from './letters-of-first';
import type { FirstReading } from './second-reading';

const STEPS = 4;
const ALPHABET = [
  ...'"!$%&()*+,-./0123456789:;<=>?abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZäöüßáàéèôëâăåÅąđíıřŘŹŻůÆêñā',
];

/** A letter each four steps, as both models see them: the steps continue where the other has a letter more, marked by `_`. */
function line(text: string, probability: number): RereadLine {
  const characters = [...text].flatMap((character, at) =>
    character === '_' ? [] : [{ character, step: at * STEPS, last: at * STEPS, probability }],
  );
  return { characters, spaces: new Float32Array(text.length * STEPS) };
}

function merged(theirs: string, ours: string, { sure = 0.95, isMarked = true } = {}): string {
  const { characters } = line(ours, sure);
  const first: FirstReading = { characters, words: [], strip: { steps: ours.length * STEPS, length: 300 }, unread: 0, isMarked };
  return withLettersOfFirst(line(theirs, 0.98), 300, first, ALPHABET)
    .characters.map(({ character }) => character)
    .join('');
}

test('a mark that the second model often loses stays as it was surely read first', () => {
  expect(merged('Abent', 'Åbent')).toBe('Åbent');
  expect(merged('Reka yarim', 'Řeka yarim')).toBe('Řeka yarim');
  expect(merged('yarim', 'yarım')).toBe('yarım');
  expect(merged('Abent', 'Åbent', { sure: 0.6 })).toBe('Abent');
  expect(merged('Abent', 'Åbent', { isMarked: false })).toBe('Abent');
});

test('other marks are those of the second model', () => {
  expect(merged('è già menacée', 'é giá menacéé')).toBe('è già menacée');
  expect(merged('öe zeeën', 'ôë zeëën')).toBe('öe zeeën');
});

test('marks count only where the line then still is of one language', () => {
  // Swedish has `å` and `ö`. German has no `ů`; Romanian has `ă`, and no `å`.
  expect(merged('văgner börn', 'vågner börn')).toBe('vågner börn');
  expect(merged('Süßigkeiten', 'Sůßigkeiten')).toBe('Süßigkeiten');
  expect(merged('măr bătrân', 'mår bătrân')).toBe('măr bătrân');
});

test('a letter with a mark that no language has is the first one', () => {
  expect(merged('nāstan', 'nästan')).toBe('nästan');
});

test('a letter that the second model takes for two is one', () => {
  expect(merged("d'ábel", 'ď_ábel')).toBe('ďábel');
  expect(merged('AEblerne', '_Æblerne')).toBe('Æblerne');
});

test('signs at the ends of a line stay where they were surely read, and signs that the second model does not know', () => {
  expect(merged('_user', ':user')).toBe(':user');
  expect(merged('total_', 'total:')).toBe('total:');
  expect(merged('total_', 'total:', { sure: 0.8 })).toBe('total');
  expect(merged('_user', '3user')).toBe('user');
  expect(merged('i_Feliz', '¡_Feliz')).toBe('¡Feliz');
  expect(merged('a_b', 'a.b')).toBe('ab');
});

test('a digit in a word and a letter in a number are what the first model read there', () => {
  expect(merged('te1 bi11', 'tel bill')).toBe('tel bill');
  expect(merged('4330o', '43300')).toBe('43300');
  expect(merged('S0441', 'SO441')).toBe('S0441');
  expect(merged('10', 'IO')).toBe('10');
  expect(merged('te1', 'te7')).toBe('te1');
});
