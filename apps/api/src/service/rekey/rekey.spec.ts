import { Config, KeyFile, type Store, SecretBox } from '@percept/core';
import { openStore } from '../../../../../libs/core/src/durable/database';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describePostgres, PrivatePostgres } from '../../../../../test/harness/postgres';
import { insertAnyRow } from '../../../../../test/harness/rows/any-row';
import { tables } from '../../tables';
import { placeOfEntry } from '../../inference/collections/entry-seal';
import { toSealContext, ProjectSecrets } from '../../access/secrets/project-secrets';
import { rekey } from './rekey';

const PROJECT = 'prj_default';
const keys = [1, 2].map((byte) => Buffer.alloc(32, byte).toString('base64'));

let dataDir: string;
let file: string;
let store: Store;
let postgres: PrivatePostgres | undefined;

const open = async (): Promise<Store> =>
  openStore({
    ...{ file: join(dataDir, 'percept.sqlite'), url: await postgres?.database() },
    entities: tables.flatMap((each) => each.entities),
    migrations: tables.flatMap((each) => each.migrations),
  });

const configWith = (PERCEPT_WEBHOOK_KEY = ''): Config =>
  Object.assign(new Config(), { PERCEPT_DATA_DIR: dataDir, PERCEPT_WEBHOOK_KEY });

/** One row of each kind that has something sealed, sealed by this box. */
async function fill(box: SecretBox): Promise<void> {
  const s = (text: string, owner: string) => box.seal(text, owner);
  await insertAnyRow(store, 'project_secrets', {
    ...{ project_id: PROJECT, name: 'CAMERA', hosts: '[]' },
    encrypted_value: s('token', toSealContext(PROJECT, 'CAMERA')),
  });
  await insertAnyRow(store, 'webhook_endpoints', {
    ...{ id: 'whk_1', events: '["*"]' },
    ...{ encrypted_secret: s('signs', 'whk_1'), encrypted_old_secret: s('signed', 'whk_1') },
    headers: JSON.stringify({ 'x-token': s('header', 'whk_1/x-token') }),
  });
  await insertAnyRow(store, 'webhook_endpoints', { id: 'whk_2', encrypted_secret: s('other', 'whk_2') });
  await insertAnyRow(store, 'api_keys', {
    id: 'key_1',
    key_hash: '1',
    aws_access_key_id: 'PKIA1',
    aws_encrypted_secret: s('aws', 'PKIA1'),
  });
  await insertAnyRow(store, 'api_keys', { id: 'key_2', key_hash: '2' });
  await insertAnyRow(store, 'administrators', {
    ...{ id: 'adm_1', totp_secret: s('codes', 'adm_1'), totp_pending_secret: s('pending', 'adm_1') },
  });
  await insertAnyRow(store, 'collection_entries', {
    ...{ id: 'ent_1', vector: s('numbers', placeOfEntry('ent_1')), picture: s('jpeg', placeOfEntry('ent_1')) },
  });
  await insertAnyRow(store, 'collection_entries', { id: 'ent_2', vector: 'v2AB' });
}

/** Every text of every table that looks sealed, wherever it stands. */
async function sealedTexts(): Promise<string[]> {
  const found: string[] = [];
  for (const { tableName } of store.reader.connection.entityMetadatas)
    found.push(...(JSON.stringify(await store.reader.query(`SELECT * FROM ${tableName}`)).match(/v[12]\.[\w.-]{30,}/g) ?? []));
  return found;
}

const [SEALED, ROWS] = [
  10,
  { 'secrets of projects': 1, 'webhook endpoints': 2, 'AWS secrets of keys': 1, 'one-time codes of administrators': 1, faces: 1 },
];

function promises(): void {
  beforeEach(async () => {
    dataDir = mkdtempSync(join(tmpdir(), 'percept-rekey-'));
    file = join(dataDir, 'webhook-secrets.key');
    store = await open();
  });
  afterEach(async () => {
    await store.close();
    rmSync(dataDir, { recursive: true });
  });

  test('everything that is sealed is sealed by the new key, and opens to what it was', async () => {
    const box = SecretBox.openFile(file);
    await fill(box);
    expect(await sealedTexts()).toHaveLength(SEALED);
    const report = await rekey(store, configWith());
    expect(report).toEqual({ key: box.keyId, made: true, resealed: ROWS, unreadable: {}, older_keys: 1 });
    const texts = await sealedTexts();
    expect(texts).toHaveLength(SEALED);
    expect(texts.filter((text) => !box.isCurrent(text))).toEqual([]);
    expect(await new ProjectSecrets(store, configWith()).open(PROJECT, ['CAMERA'])).toMatchObject([{ value: 'token' }]);
    const text = "SELECT * FROM webhook_endpoints WHERE id = 'whk_1'";
    const [endpoint] = await store.reader.query<[Record<string, string>]>(text);
    const headers = JSON.parse(endpoint['headers']!) as Record<string, string>;
    expect(box.open(endpoint['encrypted_old_secret']!, 'whk_1')).toBe('signed');
    expect(box.open(headers['x-token']!, 'whk_1/x-token')).toBe('header');
  });

  test('the key before the new one stays for backups, and older ones go', async () => {
    const box = SecretBox.openFile(file);
    const ids = [box.keyId];
    for (let round = 0; round < 3; round++) ids.push((await rekey(store, configWith())).key);
    expect(new Set(ids).size).toBe(4);
    const kept = new KeyFile(file).read();
    expect(kept).toHaveLength(2);
    expect(box.keyId).toBe(ids[3]);
  });

  test('two at once, and one that sets secrets meanwhile, lose nothing', async () => {
    const box = SecretBox.openFile(file);
    await fill(box);
    const secrets = new ProjectSecrets(store, configWith());
    const set = async () => {
      for (let at = 0; at < 20; at++) await secrets.set(PROJECT, { name: `S${at % 5}`, value: `value ${at}`, hosts: [] });
    };
    await Promise.all([rekey(store, configWith()), set(), rekey(store, configWith())]);
    const values = await secrets.open(PROJECT, ['CAMERA', 'S0', 'S1', 'S2', 'S3', 'S4']);
    expect(values.map(({ value }) => value).sort()).toEqual([
      'token',
      'value 15',
      'value 16',
      'value 17',
      'value 18',
      'value 19',
    ]);
  });

  test('what no key opens stays as it is, is counted, and no key is forgotten', async () => {
    const box = SecretBox.openFile(file);
    await rekey(store, configWith());
    const lost = SecretBox.openFile(join(dataDir, 'lost.key')).seal('signs', 'whk_9');
    await insertAnyRow(store, 'webhook_endpoints', { id: 'whk_9', encrypted_secret: lost });
    await insertAnyRow(store, 'webhook_endpoints', { id: 'whk_1', encrypted_secret: box.seal('signs', 'whk_1') });
    expect(await rekey(store, configWith())).toMatchObject({
      ...{ resealed: { 'webhook endpoints': 1 }, unreadable: { 'webhook endpoints': 1 }, older_keys: 2 },
    });
    expect(await sealedTexts()).toContain(lost);
  });

  test('with PERCEPT_WEBHOOK_KEY the first key of the setting seals, and the file is not touched', async () => {
    await fill(SecretBox.of(configWith(keys[0])));
    await expect(rekey(store, configWith(keys[0]))).rejects.toMatchObject({
      details: { field: 'PERCEPT_WEBHOOK_KEY', reason: expect.stringContaining('NEW,OLD') },
    });
    const report = await rekey(store, configWith(keys.toReversed().join()));
    const now = SecretBox.of(configWith(keys[1]));
    expect(report).toEqual({ key: now.keyId, made: false, resealed: ROWS, unreadable: {}, older_keys: 1 });
    expect((await sealedTexts()).filter((text) => !now.isCurrent(text))).toEqual([]);
    expect(() => new KeyFile(file).read()).toThrow('ENOENT');
  });
}

describe('on SQLite', () => {
  promises();

  test('the row of each kind above has every column that is sealed with the key', async () => {
    const texts = store.reader.connection.entityMetadatas.flatMap(({ tableName, columns }) =>
      columns.filter(({ type }) => type === 'text').map(({ databaseName }) => `${tableName}.${databaseName}`),
    );
    const ofTheCaller = 'idempotent_requests.encrypted_response';
    expect(texts.filter((name) => /secret|encrypt/.test(name.split('.')[1]!) && name !== ofTheCaller).sort()).toEqual([
      'administrators.totp_pending_secret',
      'administrators.totp_secret',
      'api_keys.aws_encrypted_secret',
      'project_secrets.encrypted_value',
      'webhook_endpoints.encrypted_old_secret',
      'webhook_endpoints.encrypted_secret',
    ]);
  });
});

test('without a file of keys nothing is made', async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'percept-rekey-'));
  store = await open();
  await expect(rekey(store, configWith())).rejects.toMatchObject({ details: { reason: expect.stringContaining('there is no') } });
  await store.close();
  rmSync(dataDir, { recursive: true });
});

describePostgres('on PostgreSQL', () => {
  beforeAll(async () => (postgres = await PrivatePostgres.start()));
  afterAll(() => postgres!.stop());
  promises();
});
