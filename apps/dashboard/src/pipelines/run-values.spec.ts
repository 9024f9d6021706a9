import { readValues, toValues } from './run-values';

const inputs = [
  { name: 'folder', type: 'string', default: '.' },
  { name: 'min', type: 'number' },
  { name: 'days', type: 'array' },
  { name: 'size', type: 'integer', options: [1, 2] },
  { name: 'all', type: 'boolean' },
];

describe('the inputs of a run', () => {
  test('have the types that the pipeline declares', () =>
    expect(readValues(inputs, { folder: '7', min: '0.5', days: '[1, "b"]', size: '2', all: false })).toEqual({
      ...{ folder: '7', min: 0.5, days: [1, 'b'], size: 2, all: false },
    }));

  test('what is empty keeps its default', () => expect(readValues(inputs, { folder: '' })).toEqual({}));

  test('a value that is not JSON goes to the service, which says why it is rejected', () =>
    expect(readValues(inputs, { days: '[1,' })).toEqual({ days: '[1,' }));

  test('fill the form of the next run as they were, without those that the pipeline no longer has', () => {
    const given = { folder: 'a', min: 0.5, days: [1, 'b'], size: 2, all: false };
    const values = toValues(inputs, { ...given, gone: 1 });
    expect(values).toEqual({ folder: 'a', min: '0.5', days: '[1,"b"]', size: '2', all: false });
    expect(readValues(inputs, values)).toEqual(given);
  });
});
