import { simplerLabels, toSpans, longestSpans, type Aggregation, type Scored } from './aggregation';

const LABELS = ['O', 'B-PER', 'I-PER', 'B-ORG', 'I-ORG'];

/** Tokens of two characters: the likeliest label with its probability, and whether each goes on with a word. */
const tokens = (...all: [label: string, score: number, isSubword?: boolean][]): Scored[] =>
  all.map(([label, score, isSubword = false], at) => ({
    ...{ start: at * 2, end: at * 2 + 2, isSubword },
    scores: LABELS.map((each) => (each === label ? score : (1 - score) / (LABELS.length - 1))),
  }));
const said = (aggregation: Aggregation, ...all: Parameters<typeof tokens>) =>
  toSpans(tokens(...all), LABELS, aggregation).map(({ type, start, end, confidence }) => [
    type,
    start,
    end,
    Number(confidence.toFixed(3)),
  ]);

test('what goes on belongs to what began, and two that begin are two', () => {
  expect(said('simple', ['B-PER', 0.9], ['I-PER', 0.7], ['B-PER', 0.8], ['O', 1], ['I-ORG', 0.6], ['I-PER', 0.5])).toEqual([
    ['PER', 0, 4, 0.8],
    ['PER', 4, 6, 0.8],
    ['ORG', 8, 10, 0.6],
    ['PER', 10, 12, 0.5],
  ]);
});

test('a word has one label: of its first token, of the surest one, or of their mean', () => {
  const word = [
    ['B-PER', 0.6],
    ['I-ORG', 0.9, true],
    ['I-PER', 0.7],
  ] as Parameters<typeof tokens>;
  expect(said('simple', ...word)).toEqual([
    ['PER', 0, 2, 0.6],
    ['ORG', 2, 4, 0.9],
    ['PER', 4, 6, 0.7],
  ]);
  expect(said('first', ...word)).toEqual([['PER', 0, 6, 0.65]]);
  expect(said('max', ...word)).toEqual([
    ['ORG', 0, 4, 0.9],
    ['PER', 4, 6, 0.7],
  ]);
  expect(said('average', ...word)).toEqual([
    ['ORG', 0, 4, 0.5],
    ['PER', 4, 6, 0.7],
  ]);
});

test('labels that tell ends apart, and labels without letters, are read too', () => {
  expect(simplerLabels(['O', 'B-A', 'I-A', 'E-A', 'S-A'])).toEqual(['O', 'B-A', 'I-A', 'I-A', 'B-A']);
  expect(simplerLabels(['O', 'B-A', 'I-A', 'L-A', 'U-A'])).toEqual(['O', 'B-A', 'I-A', 'I-A', 'B-A']);
  expect(simplerLabels(['E-MAIL', 'S-BAHN'])).toEqual(['E-MAIL', 'S-BAHN']);
  const plain = toSpans(
    [0, 1, 1].map((label, at) => ({ start: at, end: at + 1, isSubword: false, scores: label === 0 ? [1, 0] : [0, 1] })),
    ['NOUN', 'VERB'],
    'simple',
  );
  expect(plain.map(({ type, start, end }) => [type, start, end])).toEqual([
    ['NOUN', 0, 1],
    ['VERB', 1, 3],
  ]);
});

test('of what two windows name over each other the longer one stays, or the surer one', () => {
  const span = (start: number, end: number, confidence: number) => ({ type: 'PER', start, end, confidence });
  expect(longestSpans([span(5, 9, 0.9), span(0, 4, 0.5), span(0, 6, 0.4), span(5, 9, 0.95)])).toEqual([
    span(0, 6, 0.4),
    // It begins within the longer one, which ends behind where it begins.
  ]);
  expect(longestSpans([span(0, 4, 0.5), span(0, 4, 0.7), span(4, 6, 0.1)])).toEqual([span(0, 4, 0.7), span(4, 6, 0.1)]);
});
