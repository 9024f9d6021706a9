import { Secret } from 'otpauth';
import { newTotpSecret, stepOfCode, totpUri } from './totp';

/** RFC 6238, appendix B: the secret is the ASCII text, and codes have their last six of eight digits. */
const SECRET = new Secret({ buffer: new TextEncoder().encode('12345678901234567890').buffer }).base32;

test.each([
  [59, '94287082'],
  [1_111_111_109, '07081804'],
  [1_111_111_111, '14050471'],
  [1_234_567_890, '89005924'],
  [2_000_000_000, '69279037'],
])('the code of the second %i is that of RFC 6238', (seconds, code) => {
  expect(stepOfCode(SECRET, code.slice(2), seconds * 1_000)).toBe(Math.floor(seconds / 30));
});

test('a code counts in the step before and the step after its own, and no longer', () => {
  const code = '287082';
  expect([29, 59, 89].map((seconds) => stepOfCode(SECRET, code, seconds * 1_000))).toEqual([1, 1, 1]);
  expect(stepOfCode(SECRET, code, 120_000)).toBeUndefined();
});

test.each(['', '28708', '2870822', 'abcdef', '２８７０８２'])('%j is not a code', (code) => {
  expect(stepOfCode(SECRET, code, 59_000)).toBeUndefined();
});

test('spaces in a code do not matter, and each secret is new', () => {
  expect(stepOfCode(SECRET, '287 082', 59_000)).toBe(1);
  const [one, two] = [newTotpSecret(), newTotpSecret()];
  expect(one).toMatch(/^[A-Z2-7]{32}$/);
  expect(two).not.toBe(one);
  expect(totpUri(one, 'admin')).toMatch(/^otpauth:\/\/totp\/Percept:admin\?issuer=Percept&secret=/);
});
