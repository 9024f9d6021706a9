import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { LockFile } from './lock-files';

let folder: string;
let observer: LockFile;

beforeEach(() => {
  folder = join(mkdtempSync(join(tmpdir(), 'percept-presence-')), 'holders');
  mkdirSync(folder);
  observer = new LockFile(join(folder, 'observer'));
});

afterEach(async () => {
  await observer.withdraw();
  rmSync(join(folder, '..'), { recursive: true });
});

test('who is present is not gone, who has ended is', async () => {
  const presence = new LockFile(join(folder, 'a'));
  await presence.announce();
  expect(await observer.findDead(['a'])).toEqual([]);
  await presence.withdraw();
  expect(await observer.findDead(['a'])).toEqual(['a']);
});

test('a file that nobody locks is of a killed process, and is removed', async () => {
  const file = join(folder, 'b');
  writeFileSync(file, '');
  expect(await observer.findDead(['b'])).toEqual(['b']);
  expect(existsSync(file)).toBe(false);
});

test('what killed processes left is swept away, what lives and what is young stays', async () => {
  const live = new LockFile(join(folder, 'live'));
  await live.announce();
  for (const name of ['old', 'young']) writeFileSync(join(folder, name), '');
  for (const name of ['old', 'live']) utimesSync(join(folder, name), 0, 0);
  await observer.announce();
  expect(readdirSync(folder).sort()).toEqual(['live', 'observer', 'young']);
  await live.withdraw();
});
