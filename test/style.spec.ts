import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PHRASES, quaint } from './style/phrases';
import { proseFiles, readProse } from './style/texts';

const ROOT = join(__dirname, '..');
/** The glossary quotes what it forbids; the list is the rule itself. */
const QUOTES = ['docs/glossary.md', 'test/style/phrases.ts', 'test/style.spec.ts'];

const files = proseFiles(ROOT).filter((file) => !QUOTES.includes(file));

test('docs, comments and strings use plain English', () => {
  const found = files
    .flatMap((file) => readProse(ROOT, file))
    .flatMap((prose) => {
      const phrase = quaint(prose.text);
      return phrase ? [`${prose.file}:${prose.line}: ${prose.text.trim()}\n    write: ${phrase.instead}`] : [];
    });
  expect(found.join('\n')).toBe('');
});

describe('the list of phrases', () => {
  test.each([
    'The rows of an output are no list.',
    'So many at once; the others wait.',
    'An event that tells of it is none.',
    'Whoever asks is told of their own accord.',
    'Hands it over to the next.',
    'What comes beyond that is refused.',
    'A file in the place of a text, in whatever language.',
    'An image counts twice. So they do for the minute.',
  ])('finds: %s', (sentence) => expect(quaint(sentence)).toBeDefined());

  test.each([
    'There is no such path.',
    'The key is no longer valid.',
    'The pattern has so many stars that it is refused.',
    'A queue of its own.',
    'The dispatcher passes it to the next worker.',
  ])('allows: %s', (sentence) => expect(quaint(sentence)).toBeUndefined());

  test('has every phrase once', () => {
    expect(new Set(PHRASES.map(({ pattern }) => pattern.source)).size).toBe(PHRASES.length);
  });
});

test('prose is read from pages, comments, strings and scripts', () => {
  const texts = (file: string) => readProse(ROOT, file).map(({ text }) => text);
  expect(texts('README.md')[0]).toBe('# Percept');
  expect(texts('test/style.spec.ts')).toEqual(
    expect.arrayContaining([expect.stringContaining('The glossary quotes what it forbids'), 'finds: %s', 'README.md']),
  );
  expect(texts('.ci/run')[0]).toMatch(/^The full gate/);
});

test('no test waits for a fixed time: waitFor and remains wait for what happens', () => {
  const specs = files.filter((file) => /\.(spec|contract)\.ts$/.test(file));
  expect(specs.length).toBeGreaterThan(200);
  const sleeps = /await new Promise\b[^;]*\bsetTimeout\b/;
  expect(specs.filter((file) => sleeps.test(readFileSync(join(ROOT, file), 'utf8')))).toEqual([]);
});
