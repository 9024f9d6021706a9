import type { RunItem } from '../../pipelines/answers';
import { ALL, isWanted, namesIn, countRetries, toShown, wordsBelow } from './shown';

const item = (key: string, results: object, state: RunItem['state'] = 'succeeded'): RunItem => ({
  ...{ step: 'all', key, state, attempts: 1, cached: false, error: null, ended_at: null, file_url: null },
  results: results as RunItem['results'],
});
const box = { x: 1, y: 2, width: 3, height: 4 };
const STREET = item('street', {
  detect: {
    objects: [
      { name: 'person', confidence: 0.9, bounding_box: box },
      { name: 'person', confidence: 0.6, bounding_box: box },
      { name: 'car', confidence: 0.8, bounding_box: box },
    ],
  },
  look: {
    faces: [{ confidence: 0.7, bounding_box: box, emotions: {} }],
    text: [{ text: 'STOP', confidence: 1, bounding_box: box }],
  },
});
const FRUIT = item('fruit', { names: { classifications: [{ label: 'orange', confidence: 0.8 }] } });
const FAILED = item('failed', {}, 'failed');
const shown = [STREET, FRUIT, FAILED].map(toShown);
const keys = (wanted: Partial<typeof ALL>): string[] =>
  shown.filter((each) => isWanted(each, { ...ALL, ...wanted })).map((each) => each.item.key);

test('things are known by their names, and faces and texts by their lists', () => {
  expect(namesIn(shown).map(([name]) => name)).toEqual(['car', 'face', 'orange', 'person', 'text']);
  expect(shown[0]!.marks.map(({ label }) => label)).toEqual([
    'person 90 %',
    'person 60 %',
    'car 80 %',
    'face 70 %',
    'STOP 100 %',
  ]);
});

test('one name has one colour', () => {
  const [first, second, car] = shown[0]!.marks;
  expect([first!.colour === second!.colour, first!.colour === car!.colour]).toEqual([true, false]);
});

test('the first call of each step does not count as a retry', () => {
  const calls = (attempts: number, key: RunItem): number => countRetries({ ...key, attempts });
  expect([calls(2, STREET), calls(4, STREET), calls(0, STREET)]).toEqual([0, 2, 0]);
  expect(calls(3, { ...FAILED, error: { step: 'look', code: 'TIMEOUT', reason: 'slow' } })).toBe(2);
});

test('without a filter everything is shown, also what failed', () => {
  expect(keys({})).toEqual(['street', 'fruit', 'failed']);
});

test('pictures with a name, and without it; what failed is in neither', () => {
  expect(keys({ name: 'person' })).toEqual(['street']);
  expect(keys({ name: 'person', isWithout: true })).toEqual(['fruit']);
  expect(keys({ name: 'orange' })).toEqual(['fruit']);
});

test('a name counts from its confidence on, and by the number of its boxes', () => {
  expect(keys({ name: 'person', confidence: 0.95 })).toEqual([]);
  expect(keys({ name: 'person', confidence: 0.95, isWithout: true })).toEqual(['street', 'fruit']);
  expect(keys({ name: 'person', count: 2 })).toEqual(['street']);
  expect(keys({ name: 'person', count: 2, confidence: 0.7 })).toEqual([]);
  expect(keys({ count: 5 })).toEqual(['street']);
});

test('below a picture stand its names; a step that looks for nothing says what it answered', () => {
  const below = (results: object, state?: RunItem['state']) => wordsBelow(toShown(item('each', results, state)));
  expect(wordsBelow(toShown(FRUIT))).toBe('orange');
  expect(below({ look: { detections: [] } })).toBe('nothing found');
  expect(below({ gate: { state: 'open', changed: true, previous: null, seen_for: 3 } })).toBe(
    'State: open, Changed: yes, Seen for: 3',
  );
  expect(below({}, 'pending')).toBe('pending');
  expect(below({})).toBe('succeeded');
});
