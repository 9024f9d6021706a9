import { rectanglePolygon, type PageLine } from './geometry';
import { findParagraphs } from './paragraphs';
import { findPrintedRows } from './rows';

const line = (top: number, text = 'Ships may land on every weekday'): PageLine => ({
  text,
  confidence: 1,
  polygon: rectanglePolygon(20, top, 200, top + 10),
  words: [],
});
const paragraphs = (tops: readonly number[]) => {
  const lines = tops.map((top) => line(top));
  return findParagraphs(lines, findPrintedRows(lines, 0), 0).map((paragraph) => paragraph.lines.length);
};

test('a gap that is wider than those between the lines ends a paragraph, in tight print and in wide print', () => {
  expect(paragraphs([0, 12, 24, 43, 55, 67])).toEqual([3, 3]);
  expect(paragraphs([0, 18, 36, 54, 84, 102])).toEqual([4, 2]);
});
