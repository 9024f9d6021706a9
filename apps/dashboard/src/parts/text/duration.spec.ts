import { formatDuration } from './duration';

test('durations are in the units that a reader would say', () => {
  expect([40, 1_234, 59_990, 185_000, 7_620_000].map(formatDuration)).toEqual([
    '40 ms',
    '1.2 s',
    '1 min 0 s',
    '3 min 5 s',
    '2 h 7 min',
  ]);
});
