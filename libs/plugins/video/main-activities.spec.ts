import { mainActivities } from './main-activities';

const timeline = (...activities: (string[] | undefined)[]) =>
  activities.map((each, second) => ({ timestamp: second, confidence: 0, activities: each }));
const person = (...entries: number[]) => ({
  label: 'person',
  detections: entries.map((entry) => ({ entry, time: entry, confidence: 0.9, box: { x: 0, y: 0, width: 1, height: 1 } })),
});
const times = <T>(count: number, value: T): T[] => Array.from({ length: count }, () => value);

test('what is done counts before what the camera does, however short it is', () => {
  const entries = [...times(50, ['no_motion']), ...times(4, ['walking']), ...times(5, ['standing', 'no_motion'])];
  expect(mainActivities(timeline(...entries), [person(50, 51, 52, 53)])).toEqual(['standing', 'walking']);
  expect(mainActivities(timeline(...times(3, ['no_motion'])), [])).toEqual(['no_motion']);
});

test('people whose activity is mostly not recognised do something unknown, rather than what is claimed of a moment', () => {
  const entries = [...times(19, []), ['walking']];
  expect(mainActivities(timeline(...entries), [person(...entries.keys())])).toEqual(['unknown']);
  const half = [...times(6, []), ...times(4, ['walking'])];
  expect(mainActivities(timeline(...half), [person(...half.keys())])).toEqual(['unknown', 'walking']);
  const mostly = [...times(4, []), ...times(6, ['walking'])];
  expect(mainActivities(timeline(...mostly), [person(...mostly.keys())])).toEqual(['walking']);
});

test('nothing is said of activities that were not requested', () => {
  expect(mainActivities(timeline(undefined, undefined), [person(0, 1)])).toEqual([]);
});
