import { Config, SecretBox } from '@percept/core';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { list } from 'tar';
import { backUp } from './backup';
import { restore } from './restore';

let folder: string;
let data: string;
let archive: string;
let key: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'percept-key-apart-'));
  [data, archive, key] = ['data', 'backup.tar.gz', 'apart.key'].map((name) => join(folder, name)) as [string, string, string];
  mkdirSync(join(data, 'runs/one'), { recursive: true });
});
afterEach(() => rmSync(folder, { recursive: true }));

const configOf = (PERCEPT_DATA_DIR: string, PERCEPT_WEBHOOK_KEY = ''): Config =>
  Object.assign(new Config(), { PERCEPT_DATA_DIR, PERCEPT_WEBHOOK_KEY });
const ownKey = (of = data): string => join(of, 'webhook-secrets.key');
const backUpApart = (more: { force?: boolean; keyApart?: string } = {}) =>
  backUp(configOf(data), archive, { withoutDatabase: true, keyApart: key, ...more });

test('the archive has no key, the file beside it has, and a restore with both opens what was sealed', async () => {
  const sealed = SecretBox.openFile(ownKey()).seal('hidden', 'whk_1');
  expect(await backUpApart()).toMatchObject({ key_apart: true, contents: ['runs'] });
  const [names, secret] = [[] as string[], readFileSync(ownKey(), 'utf8').trim()];
  await list({ file: archive, onReadEntry: ({ path }) => void names.push(path) });
  expect(names).toContain('runs/one/');
  expect(names.filter((name) => name.endsWith('.key'))).toEqual([]);
  expect([readFileSync(key, 'utf8').trim(), statSync(key).mode & 0o777]).toEqual([secret, 0o600]);
  const there = join(folder, 'there');
  await restore(configOf(there), archive, { keyFile: key });
  expect(SecretBox.openFile(ownKey(there)).open(sealed, 'whk_1')).toBe('hidden');
});

test('a restore without the key, or with another file, changes nothing', async () => {
  SecretBox.openFile(ownKey());
  await backUpApart();
  const there = join(folder, 'there');
  const other = join(folder, 'other');
  writeFileSync(other, 'no key');
  for (const given of [undefined, join(folder, 'none'), other]) {
    const refused = restore(configOf(there), archive, { keyFile: given });
    await expect(refused).rejects.toMatchObject({
      details: { field: '--key-file', reason: expect.stringContaining('Nothing was changed') },
    });
  }
  expect(existsSync(join(there, 'runs/one'))).toBe(false);
  await restore(configOf(there, Buffer.alloc(32, 1).toString('base64')), archive);
  expect([existsSync(join(there, 'runs/one')), existsSync(ownKey(there))]).toEqual([true, false]);
});

test('nothing is written without a key file, onto a file that is there, or onto the own key', async () => {
  const refuses = (keyApart: string) =>
    expect(backUpApart({ keyApart })).rejects.toMatchObject({ details: { field: '--key-apart' } });
  await refuses(key);
  SecretBox.openFile(ownKey());
  await refuses(ownKey());
  writeFileSync(key, 'of somebody', { mode: 0o644 });
  await refuses(key);
  expect(readdirSync(folder).sort()).toEqual(['apart.key', 'data']);
  await backUpApart({ force: true });
  expect(statSync(key).mode & 0o777).toBe(0o600);
  const withKey = backUp(configOf(data), join(folder, 'whole.tar.gz'), { withoutDatabase: true });
  await expect(withKey).resolves.toMatchObject({ contents: expect.arrayContaining(['webhook-secrets.key']) });
  const both = restore(configOf(join(folder, 'there')), join(folder, 'whole.tar.gz'), { keyFile: key });
  await expect(both).rejects.toMatchObject({ details: { reason: expect.stringContaining('has its key in it') } });
});
