import { rectanglePolygon } from './geometry';
import { splitRegions } from './regions';

/** A row of cells of print that is 10 high, each letter 5 wide. */
const row = (top: number, cells: readonly (readonly [left: number, text: string])[]) =>
  cells.map(([left, text]) => ({ text, polygon: rectanglePolygon(left, top, left + 5 * text.length, top + 10) }));
const table = (places: readonly number[], rows: readonly string[][], from = 100) =>
  rows.flatMap((texts, at) =>
    row(
      from + at * 20,
      texts.flatMap((text, column) => (text === '' ? [] : [[places[column]!, text] as const])),
    ),
  );
const regions = (lines: ReturnType<typeof row>) => splitRegions(lines, 0).map((part) => part.map((at) => lines[at]!.text));

const FRUIT = [
  ['Fruit', 'Count'],
  ['Apple', '12'],
  ['Pear', '7'],
  ['Plum', '31'],
];
const TOWNS = [
  ['Town', 'People'],
  ['Bonn', '330'],
  ['Kiel', '247'],
  ['Ulm', '126'],
];

test('two tables beside each other are apart where the space between them is much wider than between columns', () => {
  const lines = [...table([10, 60], FRUIT), ...table([200, 250], TOWNS)];
  expect(regions(lines)).toEqual([FRUIT.flat(), TOWNS.flat()]);
});

test('also where it is not, if their heads are the same or one of them ends before the other', () => {
  const [left, right] = [
    [...FRUIT, ['Fig', '5']],
    [FRUIT[0]!, ['Quince', '3'], ['Medlar', '2'], ['Sloe', '90'], ['Grape', '8']],
  ];
  expect(regions([...table([10, 60], left), ...table([145, 205], right)])).toEqual([left.flat(), right.flat()]);
  const longer = [...TOWNS, ['Trier', '112'], ['Worms', '84']];
  expect(regions([...table([10, 60], FRUIT), ...table([145, 195], longer)])).toEqual([FRUIT.flat(), longer.flat()]);
});

test('three tables beside each other are three', () => {
  const lines = [...table([10, 60], FRUIT), ...table([200, 250], TOWNS), ...table([400, 450], FRUIT)];
  expect(regions(lines)).toEqual([FRUIT.flat(), TOWNS.flat(), FRUIT.flat()]);
});

test('one table stays one: with even columns, with a wide space before its amounts, and of words and amounts', () => {
  const even = [
    ['Name', 'Town', 'Trade', 'Since'],
    ...['Ada', 'Ben', 'Cleo', 'Dan'].map((name, at) => [name, 'Ulm', 'baker', `19${at}0`]),
  ];
  expect(regions(table([10, 110, 210, 310], even))).toHaveLength(1);
  const invoice = [
    ['Article', 'Count', 'Price', 'Sum'],
    ...['Bread', 'Butter', 'Milk', 'Salt'].map((name, at) => [name, `${at + 1}`, '2.50', '5.00']),
  ];
  expect(regions(table([10, 70, 300, 350], invoice))).toHaveLength(1);
  const bill = [['Article', 'Sum'], ...['Bread', 'Butter', 'Milk', 'Salt', 'Tea', 'Oil'].map((name) => [name, '5.00'])];
  expect(regions(table([10, 350], bill))).toHaveLength(1);
});
