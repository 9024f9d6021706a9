import { linesInOrder } from './drawn-pages';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { score } from './ocr';
import { readPosts } from './posts';
import { lettersRead } from './rendered-lines';
import { readReceiptFolder } from './receipt-folder';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'percept-ocr-'));
  for (const each of ['img', 'box']) mkdirSync(join(folder, each));
});
afterEach(() => rmSync(folder, { recursive: true }));

const line = (text: string, y: number, confidence = 1) => ({ text, confidence, box: { x: 0, y, width: 100, height: 20 } });

test('letters beyond ASCII count as often as they were read, wherever they stand', () => {
  expect(lettersRead('Größe: köstlich, 5 €', 'GröBe: kostlich, 5 €')).toEqual({ letters: 3, right: 1 });
});

test('of a post the first sentence counts that fits, without links and names', () => {
  for (const language of ['english', 'french', 'german', 'italian', 'portuguese', 'spanish']) {
    mkdirSync(join(folder, language));
    writeFileSync(join(folder, language, 'val_text.txt'), 'too short\n@you This is a sentence of a post. http://x.y\n');
  }
  writeFileSync(join(folder, 'german', 'val_text.txt'), 'Hier steht nichts davon drin. Aber hier sind zwei Wörter für dich.\n');
  const posts = readPosts(folder);
  expect(posts['english']).toEqual(['This is a sentence of a post.']);
  expect(posts['french']).toEqual([]);
  expect(posts['german']).toEqual(['Aber hier sind zwei Wörter für dich.']);
  expect(readPosts(join(folder, 'nothing'))).toEqual({});
});

test('the scores are those done by hand', () => {
  const truths = [line('ONE TWO', 0), line('THREE', 50), line('FOUR', 100)];
  const lines = [line('one two', 2, 0.95), line('THREF', 51, 0.75), line('ghost', 300, 0.5)];
  const { figures } = score([{ truths, lines }]);
  // Found: 12 characters with one wrong; read 4 words, 2 of them right, of 4 that are there.
  expect(figures).toMatchObject({ cer: 1 / 12, word_f1: 0.5, line_recall: 2 / 3, lines_exactly_right: 0.5, lines: 3 });
  expect(figures.confidence_error).toBeCloseTo((0.05 + 0.05) / 2);
});

test('signs that stand apart in one text only do not count as wrong words', () => {
  const { figures } = score([{ truths: [line('TEL : 5', 0)], lines: [line('TEL: 5', 0)] }]);
  expect(figures).toMatchObject({ word_f1: 0.4, word_f1_signs_apart: 1, word_f1_low: 0.4, word_f1_high: 0.4 });
});

test('where no line was found every letter counts as wrong', () => {
  const { figures } = score([{ truths: [line('ONE', 0)], lines: [] }]);
  expect(figures).toMatchObject({ cer: 1, word_f1: 0, line_recall: 0, lines_exactly_right: 0 });
});

test('texts with commas are read whole, and what is missing is named', () => {
  writeFileSync(join(folder, 'img', 'a.png'), '');
  expect(() => readReceiptFolder(folder)).toThrow('a.csv does not exist');
  writeFileSync(join(folder, 'box', 'a.csv'), '10,10,60,12,60,30,10,28,LOT 5, KPB\r\n\n');
  expect(readReceiptFolder(folder)[0]!.lines).toEqual([{ text: 'LOT 5, KPB', box: { x: 10, y: 10, width: 50, height: 20 } }]);
  writeFileSync(join(folder, 'box', 'a.csv'), 'ten,10,60,12,60,30,10,28,LOT');
  expect(() => readReceiptFolder(folder)).toThrow('a.csv:1: a line begins with eight numbers');
  expect(() => readReceiptFolder(join(folder, 'box'))).toThrow('has no folder img');
});

test('lines of a page count if they are exact and in order, each once', () => {
  expect(linesInOrder(['a', 'b', 'c'], ['a', 'b', 'c'])).toBe(3);
  expect(linesInOrder(['a', 'b', 'c'], ['b', 'a', 'c'])).toBe(2);
  expect(linesInOrder(['a', 'b'], ['a', 'a', 'x'])).toBe(1);
});
