import type { TextRegion } from '@percept/sdk/models';
import { withLoneLetters } from './lone-letters';

const RIGHT = { x: 1, y: 0 };
const region = (from: number, to: number, { y = 50, height = 40, direction = RIGHT } = {}): TextRegion => ({
  centre: { x: (from + to) / 2, y },
  direction,
  length: to - from,
  height,
});
const ends = ({ centre, length }: TextRegion) => [centre.x - length / 2, centre.x + length / 2];

test.each([
  ['before its line', region(20, 45, { height: 20 }), [20, 600]],
  ['behind its line', region(605, 630), [50, 630]],
  ['whose box is that of its middle', region(15, 38, { height: 20 }), [15, 600]],
  ['whose box reaches into its line', region(30, 60), [30, 600]],
])('a letter %s is read with it', (_, letter, place) => {
  const line = region(50, 600);
  for (const found of [
    [letter, line],
    [line, letter],
  ]) {
    const [whole, ...others] = withLoneLetters(found);
    expect(others).toEqual([]);
    expect(ends(whole!)).toEqual(place);
    expect([whole!.centre.y, whole!.height]).toEqual([50, 40]);
  }
});

test('letters on both sides of a line are both read with it, along a line that is turned', () => {
  const down = { x: 0, y: 1 };
  const at = (from: number, to: number): TextRegion => ({
    centre: { x: 50, y: (from + to) / 2 },
    direction: down,
    length: to - from,
    height: 40,
  });
  const found = withLoneLetters([at(0, 30), at(35, 400), at(405, 430)]);
  expect(found).toEqual([{ ...at(0, 430) }]);
});

test.each([
  ['of the next column', region(0, 30)],
  ['of the row below', region(20, 45, { y: 75 })],
  ['that is taller than the line', region(-10, 45, { height: 60 })],
  ['that is written in another direction', region(20, 45, { direction: { x: 0, y: 1 } })],
  ['that is a word', region(-60, 45)],
])('a region %s stays by itself', (_, other) => {
  const line = region(50, 600);
  expect(withLoneLetters([other, line])).toHaveLength(2);
  expect(withLoneLetters([other, line])).toEqual(expect.arrayContaining([other, line]));
});
