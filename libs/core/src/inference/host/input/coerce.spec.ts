import { coerceFields } from './coerce';

const schema = {
  properties: {
    number: { type: 'number' },
    whole: { type: 'integer' },
    flag: { type: 'boolean' },
    names: { type: 'array', items: { type: 'string' } },
    numbers: { type: 'array', items: { type: 'number' } },
    text: { type: 'string' },
    point: { type: 'object' },
  },
};
const read = (fields: Record<string, unknown>) => coerceFields(fields, schema);

describe('the texts of a form', () => {
  test.each([
    [
      { number: '0.5', whole: '-3' },
      { number: 0.5, whole: -3 },
    ],
    [{ number: ' 1e-3 ' }, { number: 0.001 }],
    [{ flag: 'true' }, { flag: true }],
    [{ flag: '0' }, { flag: false }],
    [{ flag: 'True' }, { flag: true }],
    [{ flag: 'OFF' }, { flag: false }],
    [{ number: '', flag: '', names: '', text: '', unknown: '' }, {}],
    [{ names: ['', 'a', ''] }, { names: ['a'] }],
    [{ names: 'a, b,' }, { names: ['a', 'b'] }],
    [{ names: ['a', 'b'] }, { names: ['a', 'b'] }],
    [{ names: ['a,b'] }, { names: ['a', 'b'] }],
    [{ names: '["a,b", "c"]' }, { names: ['a,b', 'c'] }],
    [{ numbers: '1,2.5' }, { numbers: [1, 2.5] }],
    [{ text: '7' }, { text: '7' }],
    [{ point: '{"x": 1}' }, { point: { x: 1 } }],
  ])('%j become %j', (fields, wanted) => {
    expect(read(fields)).toEqual(wanted);
  });

  test.each([[{ number: 'high' }], [{ number: '0x10' }], [{ flag: 'maybe' }], [{ unknown: '1' }], [{ point: '{' }]])(
    '%j stay as they are, for the check to name',
    (fields) => {
      expect(read(fields)).toEqual(fields);
    },
  );

  test('of a list that is not JSON are separated by commas', () => {
    expect(read({ names: '[a' })).toEqual({ names: ['[a'] });
  });
});
