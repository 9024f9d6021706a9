import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { checkNamedFolders } from './named-folders';

let folder: string;
beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'percept-roots-'))));
afterEach(() => rmSync(folder, { recursive: true }));

const check = (...named: string[]) => checkNamedFolders('PERCEPT_DATA_ROOTS', named, join(folder, 'data'));

test('folders that exist are used, and those inside the data folder are made', () => {
  mkdirSync(join(folder, 'photos'));
  const own = join(folder, 'data', 'files');
  check(folder, join(folder, 'photos'), own);
  expect(existsSync(own)).toBe(true);
});

test('another folder that is missing, or a file, is an error that says how to fix it', () => {
  const missing = join(folder, 'fotos');
  expect(() => check(folder, missing)).toThrow(
    `PERCEPT_DATA_ROOTS names ${missing}, which does not exist. Create it (mkdir -p '${missing}') or mount it there, or correct the setting.`,
  );
  expect(existsSync(missing)).toBe(false);
  const file = join(folder, 'list.txt');
  writeFileSync(file, '');
  expect(() => check(file)).toThrow(`names ${file}, which is a file.`);
});
