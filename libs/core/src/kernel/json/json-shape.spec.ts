import { checkJsonShape, type Uncounted } from './json-shape';

const LIMIT = 1024 * 1024;
const check = (text: string, uncounted?: Uncounted) => checkJsonShape(Buffer.from(text), LIMIT, uncounted);
const code = (text: string, uncounted?: Uncounted): string => {
  try {
    check(text, uncounted);
    return 'accepted';
  } catch (error) {
    return (error as { code: string }).code;
  }
};

test('one long string does not count; everything else does', () => {
  const image = 'A'.repeat(5 * LIMIT);
  expect(check(`{"n":"\\"{[","image":"${image}"}`)).toMatchObject({ to: expect.any(Number), hasEscapes: false });
  expect(code(`{"image":"${image}","other":"${image}"}`)).toBe('PAYLOAD_TOO_LARGE');
  expect(code(`{"image":"${image}"${' '.repeat(LIMIT)}}`)).toBe('PAYLOAD_TOO_LARGE');
  expect(code(`{${'"a":1,'.repeat(LIMIT / 4)}"b":1}`)).toBe('PAYLOAD_TOO_LARGE');
  expect(code(`{${'"a":1,'.repeat(LIMIT / 16)}"b":1}`)).toBe('accepted');
});

test('brackets in strings are text; nested values are refused beyond 64 levels', () => {
  expect(code(`"${'['.repeat(1000)}"`)).toBe('accepted');
  expect(code('[]'.repeat(1000))).toBe('accepted');
  expect(code('['.repeat(64) + ']'.repeat(64))).toBe('accepted');
  expect(code('['.repeat(100_000))).toBe('INVALID_REQUEST');
  expect(code('{"a":'.repeat(65))).toBe('INVALID_REQUEST');
});

test('a batch may have many long texts, and a tensor many numbers, but neither many names', () => {
  const names = `{${Array.from({ length: LIMIT / 8 }, (_, n) => `"n${n}":1`).join(',')}}`;
  const batch = `[${Array.from({ length: 9 }, () => `"${'A'.repeat(LIMIT / 8)}"`).join(',')}]`;
  const tensor = `[${'[0.25,-1e-7],\n'.repeat(LIMIT / 8)}1]`;
  expect([code(batch), code(tensor), code(names)]).toEqual(Array(3).fill('PAYLOAD_TOO_LARGE'));
  expect([code(batch, 'long texts'), code(tensor, 'long texts'), code(names, 'long texts')]).toEqual([
    'accepted',
    'PAYLOAD_TOO_LARGE',
    'PAYLOAD_TOO_LARGE',
  ]);
  expect([code(tensor, 'numbers'), code(names, 'numbers')]).toEqual(['accepted', 'PAYLOAD_TOO_LARGE']);
});
