import { describeShape, shapeOfJson } from './body-shape';

test('a shape has names, types and lengths, and no value', () => {
  const body = { text: 'my secret', image: 'A'.repeat(9_000), n: 4.2, on: true, none: null, list: [1, 2], deep: { a: 'secret' } };
  const shape = describeShape(body);
  expect(shape).toEqual({
    ...{ text: 'text of 9', image: 'text of 9000', n: 'number', on: 'boolean', none: 'null' },
    ...{ list: 'list of 2', deep: 'object of 1' },
  });
  expect(JSON.stringify(shape)).not.toContain('secret');
});

test('media, lists and missing bodies have none; names are bounded in number and length', () => {
  for (const body of [Buffer.from('{}'), [1], null, undefined, 'text']) expect(describeShape(body)).toBeNull();
  const many = Object.fromEntries(Array.from({ length: 100 }, (_, n) => [`${n}`.padEnd(500, 'x'), 1]));
  const shape = describeShape(many)!;
  expect(Object.keys(shape)).toHaveLength(31);
  expect(shape['…']).toBe('70 more');
  expect(Math.max(...Object.keys(shape).map((name) => name.length))).toBe(60);
});

test('short JSON that is not parsed yet has a shape; broken, long and other bytes have none', () => {
  const json = Buffer.from('{"text":"fine"}');
  expect(shapeOfJson(json, 'application/json; charset=utf-8')).toEqual({ text: 'text of 4' });
  expect(shapeOfJson(json, 'image/png')).toBeNull();
  expect(shapeOfJson(json.subarray(1), 'application/json')).toBeNull();
  expect(shapeOfJson(Buffer.from(`{"image":"${'A'.repeat(5_000)}"}`), 'application/json')).toBeNull();
});
