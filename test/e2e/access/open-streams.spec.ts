import { hostPlugin } from '../../harness/compiled';
import { removeDir, startPercept, tempDir, type RunningPercept } from '../../harness/percept';
import { sending } from '../../harness/sending';
import { waitFor } from '../../harness/wait-for';

/** A run that waits an hour for its next attempt. */
const PIPELINE = `version: 1
name: waits
steps:
  - { id: fails, uses: rogue.throw, retry: { attempts: 2, delay: 1h } }
`;
const STREAMS = ['first', 'second'];

let percept: RunningPercept;
let run: string;
const pipelinesDir = tempDir();
beforeAll(async () => {
  const env = {
    PERCEPT_PLUGINS: hostPlugin('rogue'),
    PERCEPT_PIPELINES_DIR: pipelinesDir,
    PERCEPT_MAX_CONNECTIONS: '5000,streams=3',
  };
  percept = await startPercept({ env });
  expect((await send('/v2/pipelines/waits', { method: 'PUT', body: { source: PIPELINE } })).status).toBe(201);
  run = (await post('/v2/pipelines/waits/runs', {})).body.id;
  await waitFor(async () => (await send(`/v2/runs/${run}`)).body.status === 'running');
});
afterAll(async () => {
  await percept.stop();
  for (const folder of [percept.dataDir, pipelinesDir]) removeDir(folder);
});

const { send, post, make } = sending(() => percept);

interface Watched {
  /** Everything that came, once the service has ended the stream. */
  end: Promise<string>;
  isOpen(): boolean;
}

/** A stream of the run's events, when its first one is there. */
async function watch(key: string): Promise<Watched> {
  const answer = await fetch(`${percept.url}/v2/runs/${run}/events`, { headers: { authorization: `Bearer ${key}` } });
  expect(answer.status).toBe(200);
  let [text, open] = ['', true];
  const end = (async () => {
    for await (const chunk of answer.body!.pipeThrough(new TextDecoderStream())) text += chunk;
    open = false;
    return text;
  })();
  await waitFor(() => text.includes('event: progress'));
  return { end, isOpen: () => open };
}

test('streams end when their key is revoked, and those of other keys stay open', async () => {
  const [revoked, other] = [await make({ name: 'revoked' }), await make({ name: 'other' })];
  const theirs = await Promise.all(STREAMS.map(() => watch(revoked.key)));
  const stays = await watch(other.key);
  // A refusal is cheap: it counts nothing, and looks nothing up.
  const used = async () => (await send(`/v1/usage?key_id=${revoked.id}`)).body.keys[0].quota.used;
  const before = await used();
  const full = await fetch(`${percept.url}/v2/runs/no-such-run/events`, { headers: { authorization: `Bearer ${revoked.key}` } });
  expect([full.status, full.headers.has('ratelimit'), await used()]).toEqual([503, true, before]);
  expect((await send(`/v1/keys/${revoked.id}`, { method: 'DELETE' })).status).toBe(204);
  for (const { end } of theirs) expect(await end).not.toContain('event: end');
  expect(stays.isOpen()).toBe(true);
  const again = await fetch(`${percept.url}/v2/runs/${run}/events`, { headers: { authorization: `Bearer ${revoked.key}` } });
  expect(again.status).toBe(401);
  // The run itself goes on, and who may watch it sees its end.
  await post(`/v2/runs/${run}/cancel`, {});
  expect(await stays.end).toMatch(/event: end\n.*\ndata: .*"status":"cancelled"/);
});
