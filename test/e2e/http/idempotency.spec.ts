import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { openSqliteFile } from '../../../libs/core/src/durable/database/sqlite/sqlite';
import { removeDir, startPercept, type RunningPercept } from '../../harness/percept';
import { sending } from '../../harness/sending';

let percept: RunningPercept;
let second: RunningPercept;
beforeAll(async () => {
  percept = await startPercept();
  second = await startPercept({ dataDir: percept.dataDir, key: percept.key });
});
afterAll(async () => {
  await second.stop();
  await percept.stop();
  removeDir(percept.dataDir);
});

const { send, post, make } = sending(() => percept);
const other = sending(() => second);
const keyed = (key: string) => ({ headers: { 'idempotency-key': key } });
const WEBHOOK = { url: 'https://example.com/hook' };

test('the same request with the same key is answered as the first time, by every process', async () => {
  const first = await post('/v1/webhooks', WEBHOOK, keyed('a'));
  const again = await other.post('/v1/webhooks', WEBHOOK, keyed('a'));
  expect([first.status, again.status, again.body]).toEqual([201, 201, first.body]);
  expect([first.headers.get('idempotent-replayed'), again.headers.get('idempotent-replayed')]).toEqual([null, 'true']);
  expect((await send('/v1/webhooks')).body.webhooks).toHaveLength(1);
});

test('another body, or another path, with the same key is a conflict', async () => {
  await post('/v1/keys', { name: 'b' }, keyed('b'));
  for (const [path, body] of [
    ['/v1/keys', { name: 'c' }],
    ['/v1/webhooks', WEBHOOK],
  ] as const) {
    const { status, body: answer } = await post(path, body, keyed('b'));
    expect([status, answer.error.code]).toEqual([409, 'CONFLICT']);
  }
});

test('after 24 hours the key is free, whether or not its answer was removed by then', async () => {
  const first = await post('/v1/keys', { name: 'd' }, keyed('day'));
  const database = openSqliteFile(join(percept.dataDir, 'percept.sqlite'));
  database.exec('UPDATE idempotent_requests SET created_at = created_at - 25 * 3600000');
  database.close();
  const later = await post('/v1/keys', { name: 'e' }, keyed('day'));
  expect([first.status, later.status, later.body.name]).toEqual([201, 201, 'e']);
  expect(later.headers.get('idempotent-replayed')).toBeNull();
});

test('of twenty at once over two processes one is executed, and all get its answer', async () => {
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, n) => (n % 2 ? post : other.post)('/v1/keys', { name: 'once' }, keyed('c'))),
  );
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]));
  expect(new Set(answers.map(({ body }) => body.key)).size).toBe(1);
  expect((await send('/v1/keys')).body.keys.filter(({ name }: any) => name === 'once')).toHaveLength(1);
});

test('a run is started once, and its Location is told again', async () => {
  const [first, again] = [
    await post('/v2/pipelines/detect-folder/runs', {}, keyed('d')),
    await post('/v2/pipelines/detect-folder/runs', {}, keyed('d')),
  ];
  expect([again.status, again.body.id]).toEqual([202, first.body.id]);
  expect(again.headers.get('location')).toBe(first.headers.get('location'));
});

test('a rejected request may be fixed and sent with the same key', async () => {
  expect((await post('/v1/keys', { name: '' }, keyed('e'))).status).toBe(400);
  expect((await post('/v1/keys', { name: 'fixed' }, keyed('e'))).status).toBe(201);
});

test('two callers may choose the same key', async () => {
  const { key } = await make({});
  const [first, its] = [
    await post('/v1/webhooks', WEBHOOK, keyed('f')),
    await post('/v1/webhooks', WEBHOOK, { key, ...keyed('f') }),
  ];
  expect(its.body.id).not.toBe(first.body.id);
});

test.each([['x'.repeat(256)], ['with space']])('%j is not a key', async (key) => {
  expect((await post('/v1/keys', { name: 'x' }, keyed(key))).body.error.details.field).toBe('Idempotency-Key');
});

test('kept answers do not lay open the secrets in them', async () => {
  const { body } = await post('/v1/keys', { name: 'secret' }, keyed('g'));
  for (const name of ['percept.sqlite', 'percept.sqlite-wal'])
    expect(readFileSync(join(percept.dataDir, name)).includes(body.key)).toBe(false);
});
