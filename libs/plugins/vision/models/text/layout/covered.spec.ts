import type { TextRegion } from '@percept/sdk/models';
import { isCovered } from './covered';

const region = (from: number, to: number, y = 50, height = 30): TextRegion => ({
  centre: { x: (from + to) / 2, y },
  direction: { x: 1, y: 0 },
  length: to - from,
  height,
});

test('a region of which most lies in longer ones is a second finding of them', () => {
  const line = region(0, 400);
  expect(isCovered(region(150, 200, 40, 8), [line])).toBe(true);
  expect(isCovered(region(380, 430), [line])).toBe(false);
  expect(isCovered(region(380, 430), [line, region(410, 800)])).toBe(true);
  expect(isCovered(region(150, 200, 90), [line])).toBe(false);
  expect(isCovered(line, [line, region(100, 300)])).toBe(false);
});
