import { pageMarks, listFieldPlaces, typedValue, type FieldsAnswer } from './document-answers';

const at = (x: number, y: number) => [
  { x, y },
  { x: x + 2, y },
  { x: x + 2, y: y + 1 },
  { x, y: y + 1 },
];
const field = (page: number, y: number) => ({ value: 1, page, polygon: at(1, y) });
const answer: FieldsAnswer = {
  type: 'receipt',
  fields: { merchant: null, total: field(2, 5), tax: field(1, 4) },
  items: [{ text: field(1, 3), quantity: null, amount: field(1, 3) }],
  processing_time_ms: 1,
};
const page = {
  number: 1,
  width: 8,
  lines: [{ text: 'a', polygon: at(0, 0) }],
  rows: [],
  tables: [{ polygon: at(0, 1), cells: [{ polygon: at(0, 1) }] }],
};

test('the fields of a page are drawn before its lines and tables, and found by their names', () => {
  const places = listFieldPlaces(answer);
  expect(places.map(({ name }) => name)).toEqual(['total', 'tax', 'items[0]']);
  const { marks, indexOf } = pageMarks(page, places, { shown: ['lines', 'fields', 'tables'], number: 1 });
  expect(marks.map(({ label }) => label)).toEqual(['tax', '', '', 'table', '']);
  expect(marks[0]!.box).toEqual({ x: 1, y: 4, width: 2, height: 1 });
  expect([indexOf('tax'), indexOf('items[0]'), indexOf('total')]).toEqual([0, 1, undefined]);
  expect(pageMarks(page, places, { shown: ['rows'], number: 1 }).marks).toEqual([]);
});

test('what is typed becomes a value of the same kind', () => {
  expect(typedValue('12.5', 11, 'total')).toBe(12.5);
  expect(typedValue('0.98', undefined, 'tax')).toBe(0.98);
  expect(typedValue(' Harbour ', 'H', 'merchant')).toBe('Harbour');
  expect(typedValue('', 'H', 'merchant')).toBeNull();
  expect(() => typedValue('much', undefined, 'tax')).toThrow("'much' is not a number");
});
