import { Secrets } from '../../../kernel';
import { checkDestinations, checkFetched, redirectRule } from './secret-destinations';

const secrets = new Secrets([
  ['OPEN', 'no list of hosts'],
  ['BOUND', 'with a list of hosts'],
  ['BOUND_HOSTS', 'api.example.com, *.example.org, 10.0.0.5:8080'],
]);
const check =
  (secret: string, fields: unknown, isRestricted = true) =>
  () =>
    checkDestinations(fields, { secret, secrets, isRestricted });
const REFUSED = {
  code: 'INVALID_REQUEST',
  details: { field: 'with', reason: expect.stringMatching(/PERCEPT_SECRET_\w+_HOSTS/) },
};

test.each([
  'https://api.example.com/a?token=x',
  'HTTPS://API.example.com',
  'https://eu.example.org/',
  'http://10.0.0.5:8080/x',
  'data:image/png;base64,AAAA',
  's3://bucket/https',
  'folder/image.jpg',
])('%s may be beside a secret with hosts', (url) => {
  expect(check('BOUND', { image_url: url })).not.toThrow();
});

test.each([
  'https://evil.example/?token=x',
  'https://example.org/',
  'https://api.example.com.evil.example/',
  'https://api.example.com@evil.example/',
  'http://10.0.0.5/x',
  ' ht\ntps://evil.example',
  'https:evil.example',
  'wss://evil.example/',
  'ftp://evil.example/',
  'read https://evil.example/x please',
])('%s may not', (url) => {
  expect(check('BOUND', { image_url: url })).toThrow(expect.objectContaining(REFUSED));
  expect(check('BOUND', { rows: [{ deep: ['fine', url] }] })).toThrow(expect.objectContaining(REFUSED));
  expect(check('BOUND', { image_url: url }, false)).toThrow(expect.objectContaining(REFUSED));
});

test('without a list of hosts a run over HTTP may name none, and a run on the command line any', () => {
  expect(check('OPEN', { image_url: 'https://api.example.com/' })).toThrow(expect.objectContaining(REFUSED));
  expect(check('OPEN', { image_url: 'https://api.example.com/' }, false)).not.toThrow();
  expect(check('OPEN', { image: 'folder/a.jpg', token: 'x' })).not.toThrow();
});

test('the error does not quote the host, which may be the secret in lower case', () => {
  expect(check('BOUND', { image_url: 'https://topsecret.evil.example/' })).toThrow(
    expect.objectContaining({ details: expect.objectContaining({ reason: expect.not.stringContaining('topsecret') }) }),
  );
});

describe('redirects of a call with a secret', () => {
  const rule = (names: string[], isRestricted = true) => redirectRule(names, { secrets, isRestricted });

  test('lead to hosts that may receive each of its secrets', () => {
    expect(rule(['BOUND'])!(new URL('https://eu.example.org/there'))).toBe(true);
    expect(rule(['BOUND'], false)!(new URL('https://evil.example/'))).toBe(false);
    expect(rule(['BOUND', 'OPEN'])!(new URL('https://eu.example.org/there'))).toBe(false);
    expect(rule(['BOUND', 'OPEN'], false)!(new URL('https://eu.example.org/there'))).toBe(true);
  });

  test('lead anywhere without a secret, and on the command line without a list', () => {
    expect(rule([])).toBeUndefined();
    expect(rule(['OPEN'], false)).toBeUndefined();
  });
});

describe('a URL with a secret', () => {
  const fetched = (image_url: unknown) => () => checkFetched({ image_url }, ['image_url']);

  test('is fetched over HTTP', () => {
    expect(fetched('https://api.example.com/a.jpg?token=x')).not.toThrow();
    expect(() => checkFetched({ image_url: 'data:image/png;base64,AAAA' }, ['token'])).not.toThrow();
  });

  // The pixels of an image that is written in the URL would show the secret.
  test.each(['data:image/bmp;base64,c2VjcmV0', ' DATA:image/bmp;base64,c2VjcmV0', 's3://bucket/secret', 'secret', undefined])(
    '%s is refused without quoting it',
    (url) => {
      expect(fetched(url)).toThrow(
        expect.objectContaining({
          code: 'INVALID_REQUEST',
          details: { field: 'image_url', reason: 'must begin with http:// or https://, because a secret is in it.' },
        }),
      );
    },
  );
});
