import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { hostPlugin } from '../../harness/compiled';
import { removeDir, startPercept, tempDir, type RunningPercept } from '../../harness/percept';
import { openSqliteFile } from '../../../libs/core/src/durable/database/sqlite/sqlite';
import { ALL_SCOPES, sending } from '../../harness/sending';
import { remains, waitFor } from '../../harness/wait-for';

const [files, pipelines] = [tempDir(), tempDir()];
let percept: RunningPercept;
beforeAll(async () => {
  mkdirSync(join(files, 'watched'));
  percept = await startPercept({
    env: {
      PERCEPT_DATA_ROOTS: files,
      PERCEPT_PIPELINES_DIR: pipelines,
      PERCEPT_PLUGINS: hostPlugin('rogue'),
    },
  });
});
afterAll(async () => {
  await percept.stop();
  for (const folder of [percept.dataDir, files, pipelines]) removeDir(folder);
});

const { send, post, make } = sending(() => percept);

/** Two calls each run. */
const pipelineOf = (name: string, trigger: string): string => `version: 1
name: ${name}
inputs:
  file: { type: string, default: none }
triggers:
  - ${trigger}
steps:
  - { id: first, uses: text.sentiment, with: { text: A wonderful day } }
  - { id: second, uses: text.sentiment, with: { text: A terrible day } }
`;

/** Saves a pipeline with a key, and waits until its trigger is there. */
async function save(name: string, trigger: string, key: string, status = 201): Promise<void> {
  const saved = await send(`/v2/pipelines/${name}`, { method: 'PUT', key, body: { source: pipelineOf(name, trigger) } });
  expect(saved.status).toBe(status);
  await waitFor(async () => (await send('/v2/schedules', { key })).body.schedules.some(({ pipeline }: any) => pipeline === name));
}

/** The ended runs of a pipeline, newest first. */
async function ended(name: string, key = percept.key): Promise<any[]> {
  const { status, body } = await send(`/v2/runs?pipeline=${name}`, { key });
  expect([status, body]).toEqual([200, expect.anything()]);
  return body.runs.filter(({ ended_at }: any) => ended_at !== null);
}
const knock = async (name: string): Promise<void> => {
  const { url } = (await post(`/v2/schedules/${name}/1/address`)).body;
  expect([202, 409]).toContain((await fetch(`${percept.url}${url}`, { method: 'POST' })).status);
};
let file = 0;

interface Kind {
  trigger: string;
  fire: (name: string) => unknown;
}
const KINDS: Record<string, Kind> = {
  schedule: { trigger: 'every: 1s\n    overlap: skip', fire: () => undefined },
  watch: {
    trigger: `watch: ${join(files, 'watched')}\n    settle: 1s`,
    fire: () => writeFileSync(join(files, 'watched', `${file++}.txt`), 'x'),
  },
  hook: { trigger: 'webhook: file', fire: knock },
};

describe.each(Object.entries(KINDS))('a run that a %s starts', (kind, { trigger, fire }) => {
  test('counts for the key that saved the pipeline, and is not started once that key is revoked: the trigger pauses and says why', async () => {
    const name = `by-${kind}`;
    // A file that is there at the first look of a watch fires nothing, so there are more.
    const untilRun = <T>(found: () => Promise<T>) =>
      waitFor(async () => (await fire(name), found()), { interval: 500, timeout: 100_000 });
    const { id, key } = await make({ plan: 'pro', scopes: ['predict', 'pipelines'] });
    await save(name, trigger, key);
    await untilRun(async () => (await ended(name)).length > 0);
    await post(`/v2/schedules/${name}/1/pause`);
    const runs = (await ended(name)).length;
    const calls = await waitFor(async () => {
      const { body } = await send(`/v1/usage?key_id=${id}`);
      const { requests = 0 } = body.operations.find(({ operation }: any) => operation === 'text.sentiment') ?? {};
      // Usage is written a moment later; a run of the schedule may have begun before the pause.
      return requests >= 2 * runs && requests % 2 === 0 && requests;
    });
    expect((await send('/v1/usage')).body.keys.find(({ key_id }: any) => key_id === id).quota.used).toBeGreaterThanOrEqual(calls);
    expect((await send(`/v1/keys/${id}`, { method: 'DELETE' })).status).toBe(204);
    await post(`/v2/schedules/${name}/1/resume`);
    const left = (await ended(name)).length;
    const paused = await waitFor(
      async () => {
        await fire(name);
        const { schedules } = (await send('/v2/schedules')).body;
        return schedules.find(({ pipeline, paused_at }: any) => pipeline === name && paused_at !== null);
      },
      { interval: 500, timeout: 100_000 },
    );
    expect(paused.paused_reason).toBe(
      "The key 'made', which pays for its runs, was revoked. Save the pipeline with another key, then resume the trigger.",
    );
    // A run that was under way before the pause may have ended since.
    expect((await ended(name)).length - left).toBeLessThanOrEqual(1);
    // The same text, saved by another key, is paid by that one.
    await save(name, trigger, percept.key, 200);
    expect((await post(`/v2/schedules/${name}/1/resume`)).body.paused_reason).toBeNull();
    const before = (await ended(name)).length;
    await untilRun(async () => (await ended(name)).length > before);
    expect((await ended(name))[0].status).toBe('succeeded');
  });
});

test('a run under way when its key is revoked ends with its next call: what is done stays, the rest fails with the reason', async () => {
  const { id, key } = await make({ plan: 'pro', scopes: ['predict', 'pipelines'] });
  const list = join(files, 'numbers.jsonl');
  const count = 60;
  writeFileSync(list, Array.from({ length: count }, (_, n) => `{"n":${n}}\n`).join(''));
  const source = `version: 1
name: long
steps:
  - id: lines
    for_each: { jsonl: ${list}, as: line, key: "\${{ line.n }}", concurrency: 1 }
    steps:
      - { id: slept, uses: rogue.sleep, with: { n: 150 }, retry: { attempts: 20, delay: 1h } }
    collect: { n: "\${{ line.n }}" }
`;
  expect((await send('/v2/pipelines/long', { method: 'PUT', key, body: { source } })).status).toBe(201);
  const { id: run } = (await post('/v2/pipelines/long/runs', {}, { key })).body;
  const stateOf = async (): Promise<any> => (await send(`/v2/runs/${run}`)).body;
  await waitFor(async () => (await stateOf()).counts.succeeded >= 2);
  expect((await send(`/v1/keys/${id}`, { method: 'DELETE' })).status).toBe(204);
  await waitFor(async () => (await stateOf()).ended_at !== null);
  const { status, counts } = await stateOf();
  expect(status).toBe('partial');
  expect(counts.succeeded).toBeGreaterThanOrEqual(2);
  expect(counts.failed).toBeGreaterThan(0);
  expect(counts.succeeded + counts.failed).toBe(count);
  const { items } = (await send(`/v2/runs/${run}/items?limit=500`)).body;
  const byNumber = [...items].sort((one: any, other: any) => Number(one.key) - Number(other.key));
  const states = byNumber.map(({ state }: any) => state);
  expect(states).toEqual(Array.from({ length: count }, (_, n) => (n < counts.succeeded ? 'succeeded' : 'failed')));
  for (const { error } of byNumber.slice(counts.succeeded))
    expect(error).toMatchObject({ code: 'FORBIDDEN', reason: "The key 'made', which pays for this run, was revoked." });
});

test('a removed project fires no trigger: the address of its hook is unknown, and what ran is gone', async () => {
  const { body: project } = await post('/v2/projects', { name: 'leaving' });
  const headers = { 'percept-project': project.id };
  const { key } = (await post('/v1/keys', { name: 'leaver', scopes: ALL_SCOPES }, { headers })).body;
  await save('leaving', 'every: 1s', key);
  await send('/v2/pipelines/knocked', { method: 'PUT', key, body: { source: pipelineOf('knocked', 'webhook: file') } });
  const address = await waitFor(async () => {
    const { status, body } = await post('/v2/schedules/knocked/1/address', undefined, { key });
    return status === 201 && `${percept.url}${body.url}`;
  });
  expect((await fetch(address, { method: 'POST' })).status).toBe(202);
  await waitFor(async () => (await ended('leaving', key)).length > 0);
  expect((await send(`/v2/projects/${project.id}`, { method: 'DELETE' })).status).toBe(202);
  await waitFor(async () => (await send(`/v2/projects/${project.id}`)).status === 404);
  expect((await fetch(address, { method: 'POST' })).status).toBe(404);
  const left = (): number => {
    const database = openSqliteFile(join(percept.dataDir, 'percept.sqlite'));
    try {
      return (database.prepare('SELECT count(*) AS n FROM runs WHERE project_id = ?').get(project.id) as { n: number }).n;
    } finally {
      database.close();
    }
  };
  // A schedule that still lived would fire each second.
  await remains(() => left() === 0, { ms: 2_500, interval: 100 });
});
