import { hideUserInfo, hideUserInfoIn } from './user-info';

test.each([
  ['https://me:hush@example.com/a.jpg?b=c@d', 'https://***@example.com/a.jpg?b=c@d'],
  ['ftp://me:hush@example.com/a', 'ftp://***@example.com/a'],
  ['http://me@example.com', 'http://***@example.com'],
  ['see https://a:b@x.org and HTTP://c:d@y.org', 'see https://***@x.org and HTTP://***@y.org'],
  ['http://me:hu/sh@example.com', 'http://***@example.com'],
  ['https://example.com/@name', 'https://example.com/@name'],
  ['write to me@example.com', 'write to me@example.com'],
])('%s is shown as %s', (text, shown) => {
  expect(hideUserInfo(text)).toBe(shown);
});

test('every text of a value is shown without users and passwords', () => {
  const value = { urls: ['https://a:b"c@x.org', 'https://y.org'], n: 1, none: null };
  expect(hideUserInfoIn(value)).toEqual({ urls: ['https://***@x.org', 'https://y.org'], n: 1, none: null });
  expect(hideUserInfoIn(undefined)).toBe(undefined);
});
