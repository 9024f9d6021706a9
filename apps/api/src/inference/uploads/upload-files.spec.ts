import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Config, readStorageRules } from '@percept/core';
import { PrivateS3, S3_CREDENTIALS, withoutS3 } from '../../../../../test/harness/s3';
import { createUploadFiles, type UploadFiles } from './upload-files';

const LATER = Date.now() + 60_000;
async function namesOf(files: UploadFiles, time: number): Promise<string[]> {
  const names: string[] = [];
  for await (const some of files.olderThan(time)) names.push(...some);
  return names;
}

async function keepsAndForgets(files: UploadFiles): Promise<void> {
  expect(await namesOf(files, LATER)).toEqual([]);
  for (const id of ['upl_1', 'upl_2']) await files.write(id, Buffer.from(id));
  expect(Buffer.from(await files.read('upl_2')).toString()).toBe('upl_2');
  expect((await (await files.open('upl_1')).toArray()).join('')).toBe('upl_1');
  expect((await namesOf(files, LATER)).sort()).toEqual(['upl_1', 'upl_2']);
  expect(await namesOf(files, LATER - 3_600_000)).toEqual([]);
  await files.remove(['upl_1', 'upl_none']);
  expect(await namesOf(files, LATER)).toEqual(['upl_2']);
  await expect(files.read('upl_1')).rejects.toMatchObject({ code: 'NOT_FOUND' });
  await expect(files.open('upl_1')).rejects.toMatchObject({ code: 'NOT_FOUND' });
}

test('files in the data folder are read, listed by age and removed', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'percept-upload-files-'));
  await keepsAndForgets(createUploadFiles({ dataDir, objects: readStorageRules(new Config()) }));
  rmSync(dataDir, { recursive: true });
});

(withoutS3 ? test.skip : test)('objects below PERCEPT_STORAGE_URL too, and no others', async () => {
  Object.assign(process.env, S3_CREDENTIALS);
  const s3 = await PrivateS3.start('percept');
  const config = Object.assign(new Config(), { AWS_ENDPOINT_URL_S3: s3.url, PERCEPT_STORAGE_URL: 's3://percept/files' });
  const objects = readStorageRules(config);
  await s3.put('s3://percept/files/runs/upl_1', 'of a run');
  await keepsAndForgets(createUploadFiles({ dataDir: '/nowhere', objects }));
  expect(await s3.text('s3://percept/files/runs/upl_1')).toBe('of a run');
  await objects.storage.close();
  await s3.stop();
});
