import { Secrets } from './secrets';

const secrets = new Secrets([
  ['MINE', 'value-of-mine'],
  ['OURS', 'value-of-ours'],
  ['OURS_PROJECTS', 'prj_a, PRJ_B'],
  ['OURS_HOSTS', 'api.example.com, *.example.org'],
  ['ALL', 'value-of-all'],
  ['ALL_PROJECTS', '*'],
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

test('a rule is not a secret, and is not redacted; a name that only looks like a rule is one', () => {
  expect(secrets.get('OURS_HOSTS', 'prj_a')).toBeUndefined();
  expect(secrets.hosts('OURS')).toEqual(['api.example.com', '*.example.org']);
  expect(secrets.hosts('MINE')).toBeUndefined();
  expect(secrets.get('PLAIN_HOSTS')).toBe('a secret of this name');
  expect(secrets.hide('value-of-ours at api.example.com, prj_a')).toBe('*** at api.example.com, prj_a');
});
