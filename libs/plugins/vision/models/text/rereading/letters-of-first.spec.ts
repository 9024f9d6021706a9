import type { RereadLine } from '@percept/sdk/models';
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

function merged(theirs: string, ours: string, { sure = 0.95, second = 0.98, isMarked = true } = {}): string {
  const { characters } = line(ours, sure);
  const first: FirstReading = { characters, words: [], strip: { steps: ours.length * STEPS, length: 300 }, unread: 0, isMarked };
  return withLettersOfFirst(line(theirs, second), 300, first, ALPHABET)
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
  expect(merged('è già menacée', 'é giá menacéé', { sure: 0.9 })).toBe('è già menacée');
  expect(merged('öe zeeën', 'ôë zeëën', { sure: 0.9 })).toBe('öe zeeën');
});

test('marks count only where the line then still is of one language', () => {
  // Swedish has `å` and `ö`. German has no `ů`; Romanian has `ă`, and no `å`.
  expect(merged('văgner börn', 'vågner börn', { sure: 0.99 })).toBe('vågner börn');
  expect(merged('Süßigkeiten', 'Sůßigkeiten', { sure: 0.99 })).toBe('Süßigkeiten');
  expect(merged('măr bătrân', 'mår bătrân', { sure: 0.99 })).toBe('măr bătrân');
});

test('a letter with a mark that no language has is the first one', () => {
  expect(merged('nāstan', 'nästan')).toBe('nästan');
});

test('each mark counts by itself: one that is not of the language keeps no other from counting', () => {
  expect(merged('kapiyi söndürün', 'kapıyı söndürůn')).toBe('kapıyı söndürün');
});

test('a mark that makes a common word of the line counts though it is less likely', () => {
  expect(merged('Abent alle hverdage', 'Åbent alle hverdage', { sure: 0.6, second: 0.95 })).toBe('Åbent alle hverdage');
  expect(merged('prosím, přijdte', 'prosím, přijďte', { sure: 0.6, second: 0.98 })).toBe('prosím, přijďte');
  expect(merged('Ablid alle hverdage', 'Åblid alle hverdage', { sure: 0.6, second: 0.95 })).toBe('Ablid alle hverdage');
});

test('capitals stay where the rest of the word is in capitals', () => {
  expect(merged('TiFF-fil', 'TIFF-fil')).toBe('TIFF-fil');
  expect(merged('HôTE', 'HÔTE')).toBe('HÔTE');
  expect(merged('El', 'EI')).toBe('EI');
  expect(merged('Paris', 'ParIs')).toBe('Paris');
});

test('a digit that stands by itself stays a digit beside a word', () => {
  expect(merged('dop 1 elk', 'dop l elk')).toBe('dop 1 elk');
  expect(merged("1'index", "l'index")).toBe("l'index");
  expect(merged('ARG1', 'ARGl')).toBe('ARG1');
});

test('curly quotation marks and an ellipsis are not straight ones and full stops', () => {
  expect(merged('"phony"', '„phony”')).toBe('„phony”');
  expect(merged('"phony"', '“phony”', { sure: 0.6, second: 0.99 })).toBe('"phony"');
  expect(merged('Cioè ..', 'Cioè …_', { sure: 0.95 })).toBe('Cioè …');
  expect(merged('Cioè ...', 'Cioè …__', { sure: 0.95 })).toBe('Cioè ...');
});

test('a letter that the second model takes for two is one', () => {
  expect(merged("zaplat'te prosím", "zaplať'te prosím", { sure: 0.6 })).toBe('zaplaťte prosím');
  expect(merged("d'ábel", 'ď_ábel')).toBe('ďábel');
  expect(merged('AEblerne', '_Æblerne')).toBe('Æblerne');
});

test('signs at the ends of a line stay where they were surely read, and signs that the second model does not know', () => {
  expect(merged('_user', ':user')).toBe(':user');
  expect(merged('total_', 'total:')).toBe('total:');
  expect(merged('total_', 'total:', { sure: 0.8 })).toBe('total');
  expect(merged('_user', '3user')).toBe('user');
  expect(merged('i_Feliz', '¡_Feliz')).toBe('¡Feliz');
  expect(merged('_Feliz', '¡Feliz', { sure: 0.7 })).toBe('¡Feliz');
  expect(merged('a_b', 'a.b')).toBe('ab');
});

test('a digit in a word and a letter in a number are what the first model read there', () => {
  expect(merged('te1 bi11', 'tel bill')).toBe('tel bill');
  expect(merged('4330o', '43300')).toBe('43300');
  expect(merged('S0441', 'SO441')).toBe('S0441');
  expect(merged('10', 'IO')).toBe('10');
  expect(merged('te1', 'te7')).toBe('te1');
});
