import { ctcSteps } from '../../../../../../test/harness/fixtures/text/ctc-steps';
import { readSteps } from '../ctc';
import { withoutMisreadWords } from './misread-words';

/** The space is the last one, as in the alphabets of models. */
const LETTERS = [..."abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZáéíóúñ1234567890'., "];
const BLANK = '';

/**
 * What becomes of a text. In `[nm]` the first letter was read, and the second is the other that was seen, with the probability
 * of `other`; in `[_m]` nothing was read.
 */
function read(text: string, other = 0.2): string {
  const entries = text.match(/\[..\]|./gu)!.map((each): Record<string, number> => {
    if (each.length === 1) return { [each]: 0.99 };
    return { [each[1] === '_' ? BLANK : each[1]!]: 0.7, [each[2] === '_' ? BLANK : each[2]!]: other };
  });
  const steps = ctcSteps(entries, LETTERS);
  const { characters } = withoutMisreadWords(readSteps(steps, LETTERS), steps, LETTERS);
  return characters.map(({ character }) => character).join('');
}

test('a word of no list that is hard to read becomes the common word that it may be', () => {
  expect(read('the total A[nm]ount is 1')).toBe('the total Amount is 1');
  expect(read('A[nm]ou[ni]t')).toBe('Amount');
  expect(read('no puede ser el mu[ec]ho de la no[eh]he')).toBe('no puede ser el mucho de la noehe');
});

test('the letters of such a word are as likely as it is', () => {
  const steps = ctcSteps([{ A: 0.99 }, { n: 0.7, m: 0.2 }, ...[...'ount'].map((letter) => ({ [letter]: 0.99 }))], LETTERS);
  const { characters } = withoutMisreadWords(readSteps(steps, LETTERS), steps, LETTERS);
  expect(characters[1]).toMatchObject({ character: 'm', step: 2, last: 2 });
  expect(characters[1]!.probability).toBeGreaterThan(0.9);
  expect(characters[1]!.probability).toBeLessThan(0.99);
});

test('the case of the word stays', () => {
  expect(read('TOTAL PAYA[EB]LE')).toBe('TOTAL PAYABLE');
  expect(read('TOTAL PAYA[Eb]LE')).toBe('TOTAL PAYABLE');
  expect(read('the [ll]nvoice')).toBe('the lnvoice');
  expect(read('the [lI]nvoice')).toBe('the Invoice');
});

test('a letter that was read as nothing comes back', () => {
  expect(read('the su[_m]mary')).toBe('the summary');
  expect(read('the sum[_x]ary')).toBe('the sumary');
});

test('what the model did not see, or saw too rarely, is not made a word', () => {
  expect(read('the total A[nm]ount', 0)).toBe('the total Anount');
  expect(read('the total A[nm]ount', 1e-5)).toBe('the total Anount');
});

test('a word that is common stays, and so does a name', () => {
  expect(read('read this li[nk]e')).toBe('read this line');
  expect(read('Mrs. Anount')).toBe('Mrs. Anount');
  expect(read('in Tamp[oe]i')).toBe('in Tampoi');
});

test('two words without a space between them lose no letter, nor does a short or shortened word', () => {
  expect(read("[I_]purchased it, doe[s_]n't it")).toBe("Ipurchased it, doesn't it");
  expect(read("they does[nt]'t")).toBe("they doesn't");
  expect(read('a Q[tu]y')).toBe('a Qty');
});

test('the letters of a code stay', () => {
  expect(read('A[nm]ount17 2A[nm]ount')).toBe('Anount17 2Anount');
  expect(read('A[nm]ount. 17')).toBe('Amount. 17');
});

test('a short word has at most one wrong letter', () => {
  expect(read('[GA][nm]ount')).toBe('Gnount');
});

test('steps without any probability make no word', () => {
  const entries = [...'A_ount'].map((letter): Record<string, number> => (letter === '_' ? {} : { [letter]: 0.99 }));
  const steps = ctcSteps(entries, LETTERS);
  const line = readSteps(steps, LETTERS);
  expect(withoutMisreadWords(line, steps, LETTERS)).toEqual(line);
});

test('a line where every letter is doubtful is not guessed', () => {
  expect(read('[ae]'.repeat(500))).toBe('a'.repeat(500));
  const steps = {
    values: new Float32Array(2000 * 71).map((_, index) => ((index * 7919) % 101) / 5000),
    steps: 2000,
    classes: 71,
  };
  const line = readSteps(steps, LETTERS);
  expect(withoutMisreadWords(line, steps, LETTERS)).toEqual(line);
});
