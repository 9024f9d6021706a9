import { columnAt, drawLatencyLine } from './hour';

test('the column under the pointer is found, and none beside the chart', () => {
  const box = { left: 100, width: 240 };
  expect([99, 100, 109, 110, 339, 340].map((x) => columnAt(x, box, 24))).toEqual([undefined, 0, 0, 1, 23, undefined]);
});

test('a line has gaps where nothing was measured', () => {
  expect(drawLatencyLine([1, 2, null, 3, null, 4, 5], (index, value) => [index, value])).toBe(
    'M0.0 1.0L1.0 2.0M3.0 3.0M5.0 4.0L6.0 5.0',
  );
  expect(drawLatencyLine([null, null], () => [0, 0])).toBe('');
});
