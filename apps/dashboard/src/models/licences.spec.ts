import { isForCompanies } from './licences';

test('a licence is for companies if it allows any use, in each of its parts', () => {
  const open = ['Apache-2.0', 'MIT', 'BSD-3-Clause', 'Apache-2.0 AND MIT', 'GPL-3.0-only OR MIT', '(MIT AND CC-BY-4.0)'];
  const other = ['AGPL-3.0', 'unknown', '', null, undefined, 'MIT AND GPL-2.0-only', 'CC-BY-NC-4.0'];
  expect([...open, ...other].map(isForCompanies)).toEqual([...open.map(() => true), ...other.map(() => false)]);
});
