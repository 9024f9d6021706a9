import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { Unigram } from './unigram';
import { openVocabulary } from './vocabulary';

const FILE = resolve(__dirname, '../../../../../models/e5-small/vocabulary.safetensors');
/** Texts of ours with the pieces that the source's own program makes of them; written by lab/weights/e5_small.py. */
const VECTORS = JSON.parse(readFileSync(join(__dirname, 'unigram.vectors.json'), 'utf8')) as [string, string[]][];

const vocabulary = openVocabulary(FILE);
const unigram = new Unigram(vocabulary);
const pieceOf = (id: number) =>
  Buffer.from(vocabulary.pieces.subarray(vocabulary.offsets[id], vocabulary.offsets[id + 1])).toString('utf8');
const piecesOf = (text: string) => Array.from(unigram.tokenize(text).ids, pieceOf);
const partsOf = (text: string) => {
  const { starts, ends } = unigram.tokenize(text);
  return Array.from(starts, (start, i) => text.slice(start, ends[i]));
};

afterAll(() => vocabulary.close());

describe('Unigram', () => {
  test.each(VECTORS.filter(([text]) => text.normalize('NFC') === text))(
    'cuts %j into the pieces of the source',
    (text, pieces) => {
      expect(piecesOf(text)).toEqual(pieces);
    },
  );

  test('an accent that is apart from its letter changes nothing', () => {
    expect(piecesOf('e\u0301te\u0301 o\u0308de')).toEqual(piecesOf('été öde'));
    expect(partsOf('e\u0301te\u0301 o\u0308de').join('')).toBe('e\u0301te\u0301o\u0308de');
  });

  test('the pieces cover the text but its blanks, in UTF-16 units', () => {
    const text = '🎉🎉 Zoë — 👍🏽 in “Łódź”,  Ελλάδα!';
    expect(partsOf(text).join('').replaceAll(/\s/g, '')).toBe(text.replaceAll(/\s/g, ''));
    expect(partsOf('naïve Zoë')).toEqual(expect.arrayContaining(['Zo', 'ë']));
  });

  test('a script that does not lie inside is one unknown piece', () => {
    expect(piecesOf('漢字'.repeat(50))).toEqual(['▁', '<unk>']);
    expect(partsOf('漢字 and 漢字')).toEqual(['', '漢字', 'and', '', '漢字']);
  });

  test('special pieces are not made of text that looks like them', () => {
    expect(piecesOf('</s>')).not.toContain('</s>');
    expect(piecesOf('<unk>')).not.toContain('<unk>');
  });

  test.each([
    ['lone surrogates', '\ud800\udc00\ud800 x \udfff'],
    ['10,000 emoji', '😀'.repeat(10_000)],
    ['a word of 10,000 letters', 'a'.repeat(10_000)],
    ['control characters', '\u0000\u0001\u001b'],
    ['one sign that becomes eighteen', '\ufdfa'.repeat(1_000)],
    ['nothing', ''],
  ])('%s: every piece lies in the text, one behind the other', (_, text) => {
    const { ids, starts, ends } = unigram.tokenize(text);
    expect(ids.length).toBeGreaterThan(0);
    ids.forEach((id, i) => {
      expect(id).toBeLessThan(vocabulary.scores.length);
      expect(ends[i]).toBeGreaterThanOrEqual(starts[i]!);
      expect(ends[i]).toBeLessThanOrEqual(text.length);
      if (i > 0) expect(starts[i]).toBeGreaterThanOrEqual(starts[i - 1]!);
    });
  });
});
