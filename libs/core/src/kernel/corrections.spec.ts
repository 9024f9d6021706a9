import { correct } from './corrections';

const ABOUT = { at: '2026-11-28T12:00:00.000Z', by: 'Ada' };
const context = { ...ABOUT, field: 'corrections[0]' };
const result = {
  fields: { total: { value: 12.5, text: '12.50', review: true }, date: null, merchant: { value: 'A', review: false } },
  items: [{ amount: { value: 1 } }, { amount: { value: 2 } }],
};

test('a correction wins, and what the machine said stays beside it', () => {
  const once = correct(result, { path: 'fields.total.value', value: 13.5 }, context);
  expect(once).toMatchObject({ fields: { total: { value: 13.5, text: '12.50', review: false } } });
  expect(once['corrections']).toEqual([{ path: 'fields.total.value', value: 13.5, was: 12.5, ...ABOUT }]);
  expect(result.fields.total.value).toBe(12.5);
  const twice = correct(once, { path: 'fields.total.value', value: 14 }, { ...context, by: 'Bob' });
  expect(twice['corrections']).toEqual([{ path: 'fields.total.value', value: 14, was: 12.5, ...ABOUT, by: 'Bob' }]);
});

test('entries of lists are corrected, and values that the machine did not find', () => {
  const corrections = [
    { path: 'items[1].amount.value', value: 3 },
    { path: 'fields.date.value', value: '2026-01-02' },
    { path: 'fields.merchant.value', value: null },
  ];
  expect(
    corrections.reduce((all, each) => correct(all, each, context), result as object as Record<string, unknown>),
  ).toMatchObject({
    items: [{ amount: { value: 1 } }, { amount: { value: 3 } }],
    fields: { date: { value: '2026-01-02' }, merchant: { value: null } },
  });
});

test.each([
  ['fields.totl.value', 1, /has no 'totl'/],
  ['fields.total.value.cents', 1, /has no 'cents'/],
  ['items[7].amount.value', 1, /has no '7'/],
  ['fields..total', 1, /must be a path/],
  ['__proto__.polluted', 1, /has no '__proto__'/],
  ['corrections[0].was', 1, /has no 'corrections'/],
  ['fields.total', 1, /correct one of its values/],
  ['fields.total.value', '13.5', /must be a number/],
])('%s = %p is refused', (path, value, reason) => {
  const known = correct(result, { path: 'fields.total.value', value: 13.5 }, context);
  expect(() => correct(known, { path, value }, context)).toThrow(
    expect.objectContaining({ code: 'INVALID_REQUEST', message: expect.stringMatching(reason) }),
  );
});
