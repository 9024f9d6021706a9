import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { executable, installedPackage } from '../../../libs/core/src/inference/media/video/npm-program';
import { compiled } from '../../harness/compiled';

const COMPILED = compiled('libs/core/src/inference/media/video/npm-program');
const isRoot = process.getuid?.() === 0;
/** Belongs to root: any other user may read it, and not change it. */
const ROOTS_FILE = '/etc/passwd';
const NOBODY = 65_534;

let folder: string;
let program: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'percept-npm-program-'));
  chmodSync(folder, 0o755);
  program = join(folder, 'program');
  writeFileSync(program, '#!/bin/sh\necho works\n', { mode: 0o644 });
});
afterEach(() => rmSync(folder, { recursive: true }));

const runs = (file: string): string => execFileSync(file, { encoding: 'utf8' });

/** What `executable` returns, or throws, for a user who does not own the file. */
function asAnotherUser(copies: string): string {
  const asked = `executable('${isRoot ? program : ROOTS_FILE}', { copies: '${copies}', as: 'p-1' })`;
  // After everything is loaded: that user may not be able to read this clone.
  const change = isRoot ? `process.setgroups([]); process.setgid(${NOBODY}); process.setuid(${NOBODY});` : '';
  const code = `const { executable } = require(${JSON.stringify(COMPILED)}); ${change}
    try { console.log(${asked}) } catch ({ message }) { console.log('thrown: ' + message) }`;
  return execFileSync(process.execPath, ['-e', code], { encoding: 'utf8' }).trim();
}

/** A folder below that the other user owns. */
function folderOfAnother(name: string, mode: number): string {
  const path = join(folder, name);
  mkdirSync(path);
  if (isRoot) chownSync(path, NOBODY, NOBODY);
  chmodSync(path, mode);
  return path;
}

test('the owner of a program without the executable bit sets it', () => {
  expect(executable(program, { as: 'p-1' })).toBe(program);
  expect(runs(program)).toBe('works\n');
});

test('another user runs a complete private copy, made once', () => {
  const copies = join(folderOfAnother('cache', 0o700), 'programs');
  const copy = asAnotherUser(copies);
  expect(copy).toBe(join(copies, 'p-1'));
  const first = statSync(copy);
  expect([first.mode & 0o777, statSync(copies).mode & 0o777]).toEqual([0o700, 0o700]);
  expect(readFileSync(copy)).toEqual(readFileSync(isRoot ? program : ROOTS_FILE));
  expect(asAnotherUser(copies)).toBe(copy);
  expect([statSync(copy).ino, readdirSync(copies)]).toEqual([first.ino, ['p-1']]);
});

test('a copy that was cut off is made again', () => {
  const copies = folderOfAnother('programs', 0o700);
  const copy = asAnotherUser(copies);
  const whole = readFileSync(copy);
  writeFileSync(copy, whole.subarray(0, 3));
  expect(readFileSync(asAnotherUser(copies))).toEqual(whole);
});

test('no program is taken from a folder that somebody else may write', () => {
  const open = folderOfAnother('open', 0o777);
  writeFileSync(join(open, 'p-1'), '#!/bin/sh\necho evil\n', { mode: 0o755 });
  expect(asAnotherUser(open)).toMatch(/^thrown: .*must be a folder that belongs to this user/);
  const own = folderOfAnother('own', 0o700);
  symlinkSync(own, join(folder, 'link'));
  expect(asAnotherUser(join(folder, 'link'))).toMatch(/^thrown: .*must be a folder/);
});

test('a program that is not there is an error', () => {
  expect(() => executable(join(folder, 'missing'), { copies: folder, as: 'p-1' })).toThrow('ENOENT');
  expect(installedPackage('@percept/is-not-installed')).toBeUndefined();
});
