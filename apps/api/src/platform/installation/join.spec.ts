import type { Config, Log, Store } from '@percept/core';
import { openStore } from '../../../../../libs/core/src/durable/database';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describeS3, PrivateS3, S3_CREDENTIALS } from '../../../../../test/harness/s3';
import type { Role } from '../config/roles';
import { getInstallation } from './installation.repository';
import { joinInstallation } from './join';
import { installationTables } from '../../tables';

describeS3('processes that share PERCEPT_STORAGE_URL', () => {
  const folder = mkdtempSync(join(tmpdir(), 'percept-join-'));
  const log = { warn: () => undefined } as unknown as Log;
  let s3: PrivateS3;
  let [store, other]: Store[] = [];
  let prefix: string;
  let count = 0;

  beforeAll(async () => {
    Object.assign(process.env, S3_CREDENTIALS);
    s3 = await PrivateS3.start('percept');
    const open = (file: string) => openStore({ file: join(folder, file), ...installationTables });
    [store, other] = [await open('one.db'), await open('two.db')];
  });
  beforeEach(() => {
    prefix = `s3://percept/prefix-${count++}/`;
    s3.fault = undefined;
  });
  afterAll(async () => {
    for (const each of [store, other]) await each?.close();
    await s3.stop();
    rmSync(folder, { recursive: true });
  });

  const joins = (roles: Role[], { of = store!, url = prefix } = {}) => {
    // The store stands for PostgreSQL: what is tested is the storage.
    const settings = { PERCEPT_DATABASE_URL: 'postgres://one', PERCEPT_STORAGE_URL: url, AWS_ENDPOINT_URL_S3: s3.url };
    return joinInstallation({ store: of, config: settings as unknown as Config, roles, log });
  };

  test('the service writes its id, and its workers join where they read it', async () => {
    await joins(['api']);
    const { id } = await getInstallation(store!.reader);
    expect(await s3.text(`${prefix}installation.id`)).toBe(`${id}\n`);
    await joins(['worker']);
    await joins(['api', 'worker', 'scheduler']);
  });

  test.each<Role>(['worker', 'scheduler'])('a %s with another storage than the service is refused', async (role) => {
    await joins(['api']);
    const url = prefix.replace('prefix', 'mistyped');
    await expect(joins([role], { url })).rejects.toThrow(/mistyped.*is not the storage of the service.*Start the service before/);
    expect(await s3.text(`${url}installation.id`)).toBeUndefined();
  });

  test.each<Role>(['api', 'worker'])('the role %s of another installation is refused', async (role) => {
    await joins(['api']);
    await expect(joins([role], { of: other })).rejects.toThrow(/belongs to another installation .*Give each its own prefix/);
  });

  test('a worker that the storage refuses does not start', async () => {
    await joins(['api']);
    s3.fault = () => ({ status: 403, code: 'AccessDenied' });
    await expect(joins(['worker'])).rejects.toThrow(/AccessDenied/);
  });

  test('a service that cannot write does not start', async () => {
    s3.fault = (method) => (method === 'PUT' ? { status: 403, code: 'AccessDenied' } : undefined);
    await expect(joins(['api'])).rejects.toThrow(/AccessDenied/);
  });
});
