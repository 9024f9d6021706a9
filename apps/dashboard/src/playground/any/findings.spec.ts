import { formatCell, foundIn, findLists, nothingReached } from './findings';

const box = { x: 1, y: 2, width: 3, height: 4 };

test('whatever has a box is found with its name, wherever in the answer it is', () => {
  const answer = {
    objects: [{ name: 'cat', confidence: 0.914, bounding_box: box }],
    page: { lines: [{ text: 'Hello', bounding_box: box }, { text: 'no box' }] },
    codes: [{ value: 7, content: 'abc', bounding_box: box }],
    processing_time_ms: 4,
  };
  expect(foundIn(answer)).toEqual([
    { group: 'objects', name: 'cat', label: 'cat 91 %', confidence: 0.914, box },
    { group: 'page.lines', name: 'line', label: 'Hello', box },
    { group: 'codes', name: 'code', label: 'abc', box },
  ]);
  expect(findLists(answer).map(([name, rows]) => [name, rows.length])).toEqual([
    ['objects', 1],
    ['page.lines', 2],
    ['codes', 1],
  ]);
});

test('empty lists and lists of plain values make no table', () => {
  expect(findLists({ a: [], b: [1, 2], c: 'text', d: null })).toEqual([]);
});

test('a cell is short', () => {
  expect([0.123456, 7, null, box, 'x', [1]].map(formatCell)).toEqual(['0.1235', '7', '–', '1, 2, 3 × 4', 'x', '[1]']);
});

test('an answer in which nothing was sure enough is told in words', () => {
  const capability = { input: { properties: { confidence_threshold: { default: 0.5 }, max_results: { default: 10 } } } };
  const nearest = [
    { label: 'orange', confidence: 0.19 },
    { label: 'food', confidence: 0.114 },
  ];
  const said = (answer: Record<string, unknown>, values = {}) => nothingReached({ answer, values, capability });
  expect(said({ classifications: [], nearest })).toBe('Nothing reached 0.5; nearest: orange 19 %, food 11 %.');
  expect(said({ nearest }, { confidence_threshold: '0.8' })).toBe('Nothing reached 0.8; nearest: orange 19 %, food 11 %.');
  expect(said({ nearest: [] }, { confidence_threshold: '' })).toBe('Nothing reached 0.5, and nothing came near.');
  expect(said({ classifications: [{ label: 'orange', confidence: 0.9 }] })).toBeUndefined();
});
