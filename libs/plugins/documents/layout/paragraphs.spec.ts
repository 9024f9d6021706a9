import { polygonOf, type Line } from './geometry';
import { paragraphsOf } from './paragraphs';
import { rowsOf } from './rows';

const line = (top: number, text = 'Ships may land on every weekday'): Line => ({
  text,
  confidence: 1,
  polygon: polygonOf(20, top, 200, top + 10),
  words: [],
});
const paragraphs = (tops: readonly number[]) => {
  const lines = tops.map((top) => line(top));
  return paragraphsOf(lines, rowsOf(lines, 0), 0).map((paragraph) => paragraph.lines.length);
};

test('a gap that is wider than those between the lines ends a paragraph, in tight print and in wide print', () => {
  expect(paragraphs([0, 12, 24, 43, 55, 67])).toEqual([3, 3]);
  expect(paragraphs([0, 18, 36, 54, 84, 102])).toEqual([4, 2]);
});
