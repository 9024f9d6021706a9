import { inReadingOrder } from './reading-order';

interface Line {
  text: string;
  region: { centre: { x: number; y: number }; direction: { x: number; y: number }; length: number; height: number };
}

const HEIGHT = 20;

/** A line that begins there. */
const line = (text: string, x: number, y: number, length: number): Line => ({
  text,
  region: { centre: { x: x + length / 2, y }, direction: { x: 1, y: 0 }, length, height: HEIGHT },
});

/** This many lines of running text, the last one short. */
const column = (name: string, { x, y, lines }: { x: number; y: number; lines: number }): Line[] =>
  Array.from({ length: lines }, (_, n) => line(`${name}${n + 1}`, x, y + n * 30, n === lines - 1 ? 90 : 280 + ((n * 7) % 20)));

const texts = (lines: readonly Line[]) => inReadingOrder(lines).map(({ text }) => text);
const names = (name: string, lines: number) => Array.from({ length: lines }, (_, n) => `${name}${n + 1}`);

/** The same lines in another order: a detector gives them in none. */
const shuffled = (lines: readonly Line[]) =>
  [...lines].sort(
    (a, b) => ((a.region.centre.x * 7 + a.region.centre.y * 13) % 31) - ((b.region.centre.x * 7 + b.region.centre.y * 13) % 31),
  );

test('two columns of running text are read in sequence', () => {
  const page = [...column('a', { x: 40, y: 100, lines: 8 }), ...column('b', { x: 360, y: 100, lines: 6 })];
  expect(texts(shuffled(page))).toEqual([...names('a', 8), ...names('b', 6)]);
});

test('three columns under a headline, and a second article below another one', () => {
  const above = [40, 360, 680].flatMap((x, n) => column('abc'[n]!, { x, y: 100, lines: 5 }));
  const below = [40, 360].flatMap((x, n) => column('de'[n]!, { x, y: 340, lines: 4 }));
  const page = [line('FIRST', 40, 50, 900), ...above, line('SECOND', 40, 290, 900), ...below];
  expect(texts(shuffled(page))).toEqual([
    'FIRST',
    ...names('a', 5),
    ...names('b', 5),
    ...names('c', 5),
    'SECOND',
    ...names('d', 4),
    ...names('e', 4),
  ]);
});

test('a page of columns that is turned is read in the same order', () => {
  const page = [...column('a', { x: 40, y: 100, lines: 6 }), ...column('b', { x: 360, y: 115, lines: 6 })];
  const [cos, sin] = [Math.cos(0.35), Math.sin(0.35)];
  const rotated = page.map(({ text, region }) => {
    const { x, y } = region.centre;
    return { text, region: { ...region, centre: { x: x * cos - y * sin, y: x * sin + y * cos }, direction: { x: cos, y: sin } } };
  });
  expect(texts(shuffled(rotated))).toEqual([...names('a', 6), ...names('b', 6)]);
});

test('prices beside names, and a form of short fields, are read row by row', () => {
  const receipt = ['COFFEE AND CAKE', 'BREAD, SLICED', 'MILK, ONE LITRE', 'TOTAL'].flatMap((name, n) => [
    line(name, 40, 100 + n * 30, 200),
    line(`price ${n + 1}`, 400, 100 + n * 30, 60),
  ]);
  expect(texts(shuffled(receipt)).slice(0, 4)).toEqual(['COFFEE AND CAKE', 'price 1', 'BREAD, SLICED', 'price 2']);
  const form = [1, 2, 3, 4].flatMap((n) => [line(`left ${n}`, 40, n * 40, 90), line(`right ${n}`, 300, n * 40, 90)]);
  expect(texts(shuffled(form)).slice(0, 3)).toEqual(['left 1', 'right 1', 'left 2']);
});
