import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { removeDir, startPercept, tempDir, type RunningPercept } from '../../harness/percept';
import { openSqliteFile } from '../../../libs/core/src/durable/database/sqlite/sqlite';
import { ALL_SCOPES, sending } from '../../harness/sending';
import { remains, waitFor } from '../../harness/wait-for';

const [files, pipelines] = [tempDir(), tempDir()];
let percept: RunningPercept;
beforeAll(async () => {
  mkdirSync(join(files, 'watched'));
  percept = await startPercept({
    env: { PERCEPT_DATA_ROOTS: files, PERCEPT_PIPELINES_DIR: pipelines, PERCEPT_RATE_PER_MINUTE: '1000000' },
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
async function save(name: string, trigger: string, key: string): Promise<void> {
  const saved = await send(`/v2/pipelines/${name}`, { method: 'PUT', key, body: { source: pipelineOf(name, trigger) } });
  expect(saved.status).toBe(201);
  await waitFor(async () => (await send('/v2/schedules', { key })).body.schedules.some(({ pipeline }: any) => pipeline === name));
}

/** The ended runs of a pipeline, newest first. */
async function ended(name: string): Promise<any[]> {
  const { runs } = (await send(`/v2/runs?pipeline=${name}`)).body;
  return runs.filter(({ ended_at }: any) => ended_at !== null);
}
const knock = async (name: string): Promise<void> => {
  const { url } = (await post(`/v2/schedules/${name}/1/address`)).body;
  expect((await fetch(`${percept.url}${url}`, { method: 'POST' })).status).toBe(202);
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
  test('counts for the key that saved the pipeline, and fails with FORBIDDEN once that key is revoked', async () => {
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
    const last = (await ended(name))[0].id;
    await post(`/v2/schedules/${name}/1/resume`);
    const [run] = await untilRun(async () => {
      const all = await ended(name);
      return (
        all[0].id > last &&
        all
          .slice(
            0,
            all.findIndex((each) => each.id === last),
          )
          .slice(-1)
      );
    });
    expect([run.status, run.error]).toEqual(['failed', expect.stringMatching(/FORBIDDEN.*which pays for this run, was revoked/)]);
  });
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
  await waitFor(async () => (await send('/v2/runs?pipeline=leaving', { key })).body.runs.length > 0);
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
