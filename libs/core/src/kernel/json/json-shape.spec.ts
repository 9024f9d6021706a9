import { checkJsonShape } from './json-shape';

const LIMIT = 1024 * 1024;
const check = (text: string) => checkJsonShape(Buffer.from(text), LIMIT);
const code = (text: string): string => {
  try {
    check(text);
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
