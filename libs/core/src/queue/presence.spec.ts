import { existsSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isGone, Presence, sweepPresences } from './presence';

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'percept-presence-'));
});

afterEach(() => rmSync(folder, { recursive: true }));

test('who is present is not gone, who has ended is', () => {
  const file = join(folder, 'holders', 'a');
  const presence = new Presence(file);
  expect(isGone(file)).toBe(false);
  presence.end();
  expect(isGone(file)).toBe(true);
});

test('a file that nobody locks is of a killed process, and is removed', () => {
  const file = join(folder, 'b');
  writeFileSync(file, '');
  expect(isGone(file)).toBe(true);
  expect(existsSync(file)).toBe(false);
});

test('what killed processes left is swept away, what lives and what is young stays', () => {
  const live = new Presence(join(folder, 'live'));
  for (const name of ['old', 'young']) writeFileSync(join(folder, name), '');
  for (const name of ['old', 'live']) utimesSync(join(folder, name), 0, 0);
  sweepPresences(folder);
  expect(readdirSync(folder).sort()).toEqual(['live', 'young']);
  live.end();
});
