import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { EXAMPLES, removeDir, startPercept, tempDir, type RunningPercept } from '../../harness/percept';
import { sending } from '../../harness/sending';

const IMAGE = readFileSync(join(EXAMPLES, 'crossing.jpg'));
const SOURCE = `version: 1
name: count
steps:
  - id: photos
    for_each: { files: photos/*.jpg, as: photo }
    steps:
      - { id: detect, uses: vision.detect, with: { image: "\${{ photo.path }}" } }
`;

let dir: string;
let percept: RunningPercept;
beforeAll(async () => {
  dir = tempDir();
  mkdirSync(join(dir, 'photos'));
  writeFileSync(join(dir, 'photos', 'broken.jpg'), IMAGE.subarray(0, 100));
  percept = await startPercept({ env: { PERCEPT_DATA_ROOTS: dir, PERCEPT_PIPELINES_DIR: join(dir, 'pipelines') } });
});
afterAll(async () => {
  await percept.stop();
  removeDir(dir);
});
const { send, post, make } = sending(() => percept);

/** The run once it has ended: its stream ends then. */
async function ended(id: string) {
  await (await percept.fetch(`/v2/runs/${id}/events`)).text();
  return (await send(`/v2/runs/${id}`)).body;
}

test('a run that is retried keeps how each attempt ended, who retried it and when, and sums what they took', async () => {
  await percept.fetch('/v2/pipelines/count', { method: 'PUT', body: SOURCE, headers: { 'content-type': 'application/yaml' } });
  const { id } = (await post('/v2/pipelines/count/runs', {})).body;
  const first = await ended(id);
  expect(first).toMatchObject({ status: 'failed', counts: { failed: 1 }, earlier_attempts: [] });

  const night = await make({ name: 'night' });
  expect((await post(`/v2/runs/${id}/retry`, undefined, { key: night.key })).body).toMatchObject({
    ...{ status: 'queued', error: null, started_at: null, ended_at: null, duration_ms: null },
    earlier_attempts: [{ number: 1, status: 'failed' }],
  });
  const second = await ended(id);
  expect(second.error).toEqual(first.error);
  const { started_at, ended_at, error, steps } = first;
  const earlier = {
    ...{ number: 1, status: 'failed', error, started_at, ended_at, failed: 1, steps },
    failures: [{ ...first.failures[0], item: expect.stringContaining('broken.jpg'), ended_at: expect.any(String) }],
    ...{ retried_at: expect.any(String), retried_by: { kind: 'key', id: night.id, name: 'night' } },
  };
  expect(second.earlier_attempts).toEqual([earlier]);

  writeFileSync(join(dir, 'photos', 'broken.jpg'), IMAGE);
  const day = await make({ name: 'day' });
  await post(`/v2/runs/${id}/retry`, undefined, { key: day.key });
  const third = await ended(id);
  expect(third).toMatchObject({
    ...{ status: 'succeeded', error: null },
    earlier_attempts: [earlier, { number: 2, status: 'failed', retried_by: { id: day.id, name: 'day' } }],
  });

  // No attempt begins before somebody asked for it, and the waits between them do not count.
  const attempts = [...third.earlier_attempts, third];
  const times = attempts.flatMap((each) => [each.started_at, each.ended_at, ...(each.retried_at ? [each.retried_at] : [])]);
  expect(times).toEqual(times.toSorted());
  const took = attempts.map((each) => Date.parse(each.ended_at) - Date.parse(each.started_at));
  expect(third.duration_ms).toBe(took.reduce((sum, ms) => sum + ms, 0));
  expect(third.steps[0].started_at >= third.started_at).toBe(true);
  expect((await send('/v2/runs')).body.runs[0].duration_ms).toBe(third.duration_ms);
});
