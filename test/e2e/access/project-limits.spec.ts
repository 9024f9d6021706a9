import sharp from 'sharp';
import { brightness } from '../../harness/fixtures/tiny-models';
import { removeDir, startPercept, type RunningPercept } from '../../harness/percept';
import { ALL_SCOPES, sending, type Answer } from '../../harness/sending';
import { waitFor } from '../../harness/wait-for';

// What a project makes itself, and what stays until somebody removes it, has a bound; another project has its own.

const LIMITS = { keys: 3, pipelines: 2, triggers: 1, uploads: 2, webhooks: 2, secrets: 2, models: 1 };
let percept: RunningPercept;
let white: Buffer;
const { send, post } = sending(() => percept);
const keys: Record<string, string> = {};

beforeAll(async () => {
  const create = { width: 64, height: 64, channels: 3, background: '#fff' } as const;
  white = await sharp({ create }).png().toBuffer();
  const PERCEPT_PROJECT_LIMITS = Object.entries(LIMITS)
    .map((pair) => pair.join('='))
    .join(',');
  percept = await startPercept({ env: { PERCEPT_PROJECT_LIMITS, PERCEPT_LOG_LEVEL: 'warn' } });
  for (const name of ['full', 'other']) {
    const { id } = (await post('/v2/projects', { name })).body;
    const made = await post('/v1/keys', { name, plan: 'pro', scopes: ALL_SCOPES }, { headers: { 'percept-project': id } });
    keys[name] = made.body.key;
  }
});
afterAll(async () => {
  await percept.stop();
  removeDir(percept.dataDir);
});

const pipeline = (name: string, triggers = ''): string =>
  `version: 1\nname: ${name}\n${triggers}steps:\n  - { id: a, uses: text.sentiment, with: { text: good } }\n`;

/** Each adds the one of this number to a project. */
const adding: Record<string, (key: string, n: number) => Promise<Answer>> = {
  keys: (key, n) => post('/v1/keys', { name: `key ${n}` }, { key }),
  pipelines: (key, n) => send(`/v2/pipelines/p${n}`, { method: 'PUT', body: { source: pipeline(`p${n}`) }, key }),
  uploads: async (key) => {
    const headers = { authorization: `Bearer ${key}`, 'content-type': 'image/png' };
    const answer = await fetch(`${percept.url}/v2/uploads`, { method: 'POST', headers, body: new Uint8Array(white) });
    return { status: answer.status, body: await answer.json(), headers: answer.headers };
  },
  webhooks: (key, n) => post('/v1/webhooks', { url: `https://example.com/${n}` }, { key }),
  secrets: (key, n) => send(`/v2/secrets/S${n}`, { method: 'PUT', body: { value: 'long enough', hosts: ['example.com'] }, key }),
  models: async (key, n) => {
    const { page, onnx } = brightness(['light', 'dark']);
    const form = new FormData();
    form.set('manifest', page);
    form.set('file', new Blob([new Uint8Array(onnx)]), 'net.onnx');
    const headers = { authorization: `Bearer ${key}` };
    const answer = await fetch(`${percept.url}/v2/models/m${n}`, { method: 'PUT', headers, body: form });
    return { status: answer.status, body: await answer.json(), headers: answer.headers };
  },
};

test.each(Object.keys(adding))(
  '%s: those that come at once are taken up to the limit, and others learn how to go on',
  async (kind) => {
    const most = LIMITS[kind as keyof typeof LIMITS];
    const answers = await Promise.all(Array.from({ length: most + 3 }, (_, n) => adding[kind]!(keys['full']!, n)));
    const refused = answers.filter(({ status }) => status === 409);
    // A project begins with one key.
    expect([kind, refused.length, answers.map(({ status }) => status)]).toEqual([
      kind,
      kind === 'keys' ? 4 : 3,
      expect.anything(),
    ]);
    for (const { body } of refused) {
      expect(body.error.code).toBe('CONFLICT');
      expect(body.error.message).toMatch(
        new RegExp(
          `^A project has at most ${most} ${kind}\\. .*, or ask who runs this installation to raise PERCEPT_PROJECT_LIMITS \\(${kind}=${most}\\)\\.$`,
        ),
      );
    }
    expect((await adding[kind]!(keys['other']!, 9)).status).toBeLessThan(300);
  },
);

test('a trigger too many is refused, wherever it is', async () => {
  const timed = 'triggers: [{ every: 1h }]\n';
  const save = (name: string, more: string) =>
    send(`/v2/pipelines/${name}`, { method: 'PUT', body: { source: pipeline(name, more) }, key: keys['other'] });
  expect((await save('p9', timed)).status).toBe(200);
  const { status, body } = await save('p8', timed);
  expect([status, body.error.message]).toEqual([409, expect.stringMatching(/at most 1 triggers/)]);
});

test('a revoked key makes room, and of those that were revoked the newest stay', async () => {
  const key = keys['full']!;
  const listed = async (): Promise<any[]> => (await send('/v1/keys', { key })).body.keys;
  for (let n = 0; n < 6; n++) {
    const { id } = (await listed()).find(({ name, revoked_at }) => name.startsWith('key ') && !revoked_at);
    expect((await send(`/v1/keys/${id}`, { method: 'DELETE', key })).status).toBe(204);
    expect((await adding['keys']!(key, 10 + n)).status).toBe(201);
  }
  const all = await listed();
  expect(all.filter(({ revoked_at }) => !revoked_at)).toHaveLength(LIMITS.keys);
  expect(all.filter(({ revoked_at }) => revoked_at).map(({ name }) => name)).toHaveLength(LIMITS.keys);
  // An expired key that begins again is one more, too.
  const soon = new Date(Date.now() + 1_500).toISOString();
  const live = all.find(({ name, revoked_at }) => name.startsWith('key ') && !revoked_at);
  expect((await send(`/v1/keys/${live.id}`, { method: 'PATCH', body: { expires_at: soon }, key })).status).toBe(200);
  await waitFor(async () => (await adding['keys']!(key, 20)).status === 201);
  const again = await send(`/v1/keys/${live.id}`, { method: 'PATCH', body: { expires_at: 'never' }, key });
  expect([again.status, again.body.error.message]).toEqual([409, expect.stringMatching(/at most 3 keys/)]);
});
