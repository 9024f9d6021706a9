import { hashKey, isWellFormed, newKeyText } from './key-text';

test('a key is pk_live_ or pk_test_, 43 characters of randomness and a checksum', () => {
  expect(newKeyText()).toMatch(/^pk_live_[0-9A-Za-z]{49}$/);
  expect(newKeyText('test')).toMatch(/^pk_test_[0-9A-Za-z]{49}$/);
  expect(new Set(Array.from({ length: 1000 }, () => newKeyText())).size).toBe(1000);
});

test('a key of ours is well formed, one with any character changed is not', () => {
  const key = newKeyText();
  expect(isWellFormed(key)).toBe(true);
  for (let index = 8; index < key.length; index++) {
    const other = key[index] === 'x' ? 'y' : 'x';
    expect(isWellFormed(key.slice(0, index) + other + key.slice(index + 1))).toBe(false);
  }
});

test.each(['', 'pk_live_', 'pk_live_abc', 'Bearer x', `${newKeyText()}x`, 'sk_live_' + 'a'.repeat(49)])(
  '%j is not well formed',
  (text) => {
    expect(isWellFormed(text)).toBe(false);
  },
);

test('only the hash is comparable', () => {
  expect(hashKey('a')).toBe('ca978112ca1bbdcafac231b39a23dc4da786eff8147c4e72b9807785afee48bb');
});
