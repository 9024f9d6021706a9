import { Config } from '@percept/core';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { create } from 'tar';
import { makeBackupManifest } from './archive';
import { restore } from './restore';

let folder: string;
beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'percept-restore-'))));
afterEach(() => rmSync(folder, { recursive: true }));

/** A backup without a database, of these files, and a data folder with results and a cache. */
async function prepare(...files: string[]): Promise<{ config: Config; archive: string; data: string }> {
  const [from, data, archive] = ['from', 'data', 'backup.tar.gz'].map((name) => join(folder, name)) as [string, string, string];
  for (const name of [...files.map((file) => join(from, file)), join(data, 'runs/old'), join(data, 'cache/old')]) {
    mkdirSync(dirname(name), { recursive: true });
    writeFileSync(name, name);
  }
  writeFileSync(join(from, 'percept-backup.json'), JSON.stringify(makeBackupManifest('0.1.0', { database: 'none' })));
  await create({ file: archive, cwd: from, gzip: true }, readdirSync(from));
  return { config: Object.assign(new Config(), { PERCEPT_DATA_DIR: data }), archive, data };
}

test('a backup replaces the data, and the cache stays', async () => {
  const { config, archive, data } = await prepare('runs/new');
  await restore(config, archive);
  expect([existsSync(join(data, 'runs/new')), existsSync(join(data, 'runs/old')), existsSync(join(data, 'cache/old'))]).toEqual([
    true,
    false,
    true,
  ]);
});

test.each(['cache/new', 'before-restore-1/x', 'service.url'])(
  'an archive with %s is refused before anything is moved',
  async (name) => {
    const { config, archive, data } = await prepare('runs/new', name);
    await expect(restore(config, archive)).rejects.toMatchObject({
      code: 'INVALID_REQUEST',
      details: { reason: expect.stringContaining(`'${name.split('/')[0]}', which no backup has`) },
    });
    expect(readFileSync(join(data, 'runs/old'), 'utf8')).toContain('old');
    expect(existsSync(join(data, 'runs/new'))).toBe(false);
  },
);
