import type { TextRegion } from '@percept/sdk/models';
import { withCutRows } from './cut-rows';

const row = (middle: number, height: number, more: Partial<TextRegion> = {}): TextRegion => ({
  centre: { x: 100, y: middle },
  direction: { x: 1, y: 0 },
  length: 150,
  height,
  ...more,
});

const cutRows = (regions: TextRegion[]) =>
  withCutRows(regions, image).flatMap(({ isCut }, index) => (isCut ? [regions[index]] : []));

const image = { width: 200, height: 100 };

test('what the edge leaves of a row is told by the row next to it', () => {
  const [above, whole, below] = [row(4, 14), row(50, 30), row(95, 14)];
  expect(cutRows([above, whole, below])).toEqual([above, below]);
  expect(cutRows([row(50, 30), row(20, 14)])).toEqual([]);
});

test('a row at the edge that is as tall as the next, or alone, is whole', () => {
  expect(cutRows([row(12, 26), row(50, 28), row(88, 26)])).toEqual([]);
  expect(cutRows([row(50, 110)])).toEqual([]);
  expect(cutRows([])).toEqual([]);
});

test('rows that run down are cut at the left and right', () => {
  const down = (middle: number, height: number) =>
    row(0, height, { centre: { x: middle, y: 50 }, direction: { x: 0, y: 1 }, length: 90 });
  const [whole, rest] = [down(100, 40), down(195, 12)];
  expect(cutRows([whole, rest])).toEqual([rest]);
});
