import { measureBend } from '../../vision/models/text/layout/page-bend';
import { inReadingOrder } from '../../vision/models/text/layout/reading-order';
import { groupRows as rowsOfPicture } from '../../vision/text/rows';
import { findPrintedRows } from './rows';

/** Names and prices in ten rows on a page whose middle lies this much lower than its sides. */
function page(sag: number) {
  const lowerAt = (x: number) => sag * (1 - ((x - 200) / 200) ** 2);
  const slopeAt = (x: number) => (-2 * sag * (x - 200)) / 200 ** 2;
  return Array.from({ length: 10 }, (_, row) =>
    [
      { name: `name ${row}`, x: 75, length: 110 },
      { name: `price ${row}`, x: 350, length: 60 },
    ].map(({ name, x, length }) => {
      const centre = { x, y: 30 + row * 22 + lowerAt(x) };
      const size = Math.hypot(1, slopeAt(x));
      return { name, region: { centre, direction: { x: 1 / size, y: slopeAt(x) / size }, length, height: 14 } };
    }),
  ).flat();
}
const polygonOf = ({ region: { centre, direction, length, height } }: ReturnType<typeof page>[number]) => {
  const at = (u: number, v: number) => ({
    x: centre.x + u * length * direction.x - v * height * direction.y,
    y: centre.y + u * length * direction.y + v * height * direction.x,
  });
  return { polygon: [at(-0.5, -0.5), at(0.5, -0.5), at(0.5, 0.5), at(-0.5, 0.5)] };
};

test.each([0, 12, 24])('names and prices are in rows where the middle is %i pixels lower', (sag) => {
  // Names lie lower than their prices: 24 pixels are more than a row.
  const ordered = inReadingOrder(page(sag));
  expect(ordered.map(({ name }) => name)).toEqual(page(0).map(({ name }) => name));
  const rows = findPrintedRows(ordered.map(polygonOf), 0);
  expect(rows.map(({ lines }) => lines.length)).toEqual(Array(10).fill(2));
  const box = { x: 0, y: 0, width: 1, height: 1 };
  const inPicture = rowsOfPicture(ordered.map((line) => ({ ...polygonOf(line), text: line.name, bounding_box: box })));
  expect(inPicture.map(({ text }) => text)).toEqual(Array.from({ length: 10 }, (_, row) => `name ${row} price ${row}`));
});

test('a flat page with some crooked lines is not bent', () => {
  const slopes = [0.01, -0.02, 0, 0.015, -0.01, 0.02, 0, -0.015, 0.01, 0];
  const lower = measureBend(slopes.map((slope, at) => ({ u: (at * 37) % 100, slope, length: 120, height: 14 })));
  expect(lower({ u: 100, length: 20 })).toBe(0);
});

test('few lines do not tell whether a page is bent', () => {
  const lines = page(24).slice(0, 6);
  const lower = measureBend(lines.map(({ region }) => ({ ...region, u: region.centre.x, slope: region.direction.y })));
  expect(lower({ u: 350, length: 60 })).toBe(0);
});
