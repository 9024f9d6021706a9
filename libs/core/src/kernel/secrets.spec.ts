import { Secrets } from './secrets';

const secrets = new Secrets([
  ['MINE', 'value-of-mine'],
  ['OURS', 'value-of-ours'],
  ['OURS_PROJECTS', 'prj_a, PRJ_B'],
  ['OURS_HOSTS', 'api.example.com, *.example.org'],
  ['ALL', 'value-of-all'],
  ['ALL_PROJECTS', '*'],
  ['ALL_HOSTS', ''],
  ['LOOSE', 'value-of-loose'],
  ['LOOSE_PROJECTS', 'prj_a'],
  ['PLAIN_HOSTS', 'a secret of this name'],
]);

test('a secret belongs to the first project unless its rule lists others', () => {
  expect(secrets.get('MINE')).toBe('value-of-mine');
  expect(secrets.get('MINE', 'prj_a')).toBeUndefined();
  expect(secrets.get('OURS')).toBeUndefined();
  expect(secrets.get('OURS', 'prj_a')).toBe('value-of-ours');
  expect(secrets.get('OURS', 'prj_b')).toBe('value-of-ours');
  expect(secrets.get('ALL', 'prj_anything')).toBe('value-of-all');
});

test('other projects have it only if its rule says which hosts may receive it, if only that none may', () => {
  expect(secrets.get('LOOSE', 'prj_a')).toBeUndefined();
  expect(secrets.hosts('ALL')).toEqual([]);
});

test('a secret is hidden as a query, a path, JSON and the name of a host have it, and as a number', () => {
  const odd = new Secrets([
    ['ODD', 'Ab "c&d'],
    ['PIN', '7431'],
  ]);
  expect(odd.hide('Ab+%22c%26d, Ab%20%22c%26d, Ab%20%22c&d, Ab \\"c&d, ab "c&d')).toBe('***, ***, ***, ***, ***');
  expect(odd.hideIn({ 'k-7431': 7431, list: [1, '7431', null] })).toEqual({ 'k-***': '***', list: [1, '***', null] });
});

test('only the secrets of a step are hidden: to blot out others would confirm a guess', () => {
  expect(secrets.only(['MINE']).hideIn(['value-of-mine', 'value-of-ours'])).toEqual(['***', 'value-of-ours']);
  expect(
    secrets
      .with([{ name: 'OWN', value: 'value-of-own', hosts: [] }])
      .only(['OWN'])
      .hide('value-of-own value-of-mine'),
  ).toBe('*** value-of-mine');
});

test('a rule is not a secret, and is not redacted; a name that only looks like a rule is one', () => {
  expect(secrets.get('OURS_HOSTS', 'prj_a')).toBeUndefined();
  expect(secrets.hosts('OURS')).toEqual(['api.example.com', '*.example.org']);
  expect(secrets.hosts('MINE')).toBeUndefined();
  expect(secrets.get('PLAIN_HOSTS')).toBe('a secret of this name');
  expect(secrets.hide('value-of-ours at api.example.com, prj_a')).toBe('*** at api.example.com, prj_a');
});
