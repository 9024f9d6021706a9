import { ticksUpTo } from './ticks';

test.each([
  [1, [0, 1]],
  [3, [0, 1, 2, 3]],
  [300, [0, 100, 200, 300]],
  [1_234, [0, 500, 1_000, 1_500]],
  [9_000, [0, 2_500, 5_000, 7_500, 10_000]],
])('the axis up to %d has %j', (most, ticks) => {
  expect(ticksUpTo(most)).toEqual(ticks);
});
