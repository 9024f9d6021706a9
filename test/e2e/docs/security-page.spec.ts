import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../../harness/percept';

const page = readFileSync(join(ROOT, 'docs', 'security.md'), 'utf8');
const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
  cwd: ROOT,
  encoding: 'utf8',
}).split('\n');
const tests = files.filter((name) => /\.(spec|faults)\.ts$/.test(name));

/** The rows of the table below a heading, as lists of cells. */
function rowsBelow(heading: string): string[][] {
  const section = page.split(/^## /m).find((each) => each.startsWith(heading))!;
  const lines = section.split('\n').filter((line) => line.startsWith('| '));
  return lines.slice(2).map((line) => line.slice(2, -2).split(' | '));
}
const namesIn = (text: string): string[] => [...text.matchAll(/`([\w./-]+\.(?:spec|faults)\.ts)`/g)].map(([, name]) => name!);
const placesOf = (name: string): string[] => tests.filter((file) => file === name || file.endsWith(`/${name}`));

test('every test that the page names exists, at that place', () => {
  const names = namesIn(page);
  expect(names.length).toBeGreaterThan(40);
  expect(names.filter((name) => (name.includes('/') ? !tests.includes(name) : placesOf(name).length === 0))).toEqual([]);
});

test('every script that the page names exists', () => {
  const { scripts } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { scripts: Record<string, string> };
  const named = [...page.matchAll(/`npm run ([\w:-]+)/g)].map(([, name]) => name!);
  expect(named.filter((name) => !(name in scripts))).toEqual([]);
});

test('every promise names its test', () => {
  const rows = rowsBelow('What is promised');
  expect(rows.length).toBeGreaterThan(25);
  expect(rows.filter(([, , test]) => namesIn(test!).length === 0 && test !== 'the same').map(([promise]) => promise)).toEqual([]);
});

test('every item of ASVS that is kept, or kept in part, names a test', () => {
  const rows = rowsBelow('OWASP ASVS');
  expect(rows.length).toBeGreaterThan(40);
  const kept = rows.filter(([, kept]) => kept === 'yes' || kept === 'in part');
  expect(kept.filter((row) => namesIn(row[2] ?? '').length === 0).map(([item]) => item)).toEqual([]);
});
