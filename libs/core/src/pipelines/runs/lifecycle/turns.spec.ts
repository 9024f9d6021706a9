import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PIPELINE, RunHarness } from '../../../../../../test/harness/run-harness';
import { PerceptError } from '../../../kernel';
import { waitFor } from '../../../../../../test/harness/wait-for';

const harness = new RunHarness();
const LONG_ITEMS = 2_500;
const ROWS = PIPELINE.replace('files: ${{ inputs.folder }}/**/*.{jpg,png}', 'jsonl: ${{ inputs.folder }}/items.jsonl')
  .replace('${{ photo.path }}', 'data:${{ photo.n }}')
  .replace(/ {4}collect:\n(?: {6}.*\n)*/, '');

function rows(folder: string, count: number): void {
  mkdirSync(join(harness.folder, folder), { recursive: true });
  const lines = Array.from({ length: count }, (_, n) => `{"n":"${folder}-${n}"}\n`);
  writeFileSync(join(harness.folder, folder, 'items.jsonl'), lines.join(''));
}

test.each([
  ['of another project', 'prj_bob'],
  ['of the same project', 'prj_ann'],
])('a run of five items is done soon beside six long runs %s that came before it', async (_whose, projectId) => {
  let calls = 0;
  await harness.open(async () => {
    calls++;
    return { seen: '', total: 1 };
  });
  rows('long', LONG_ITEMS);
  rows('short', 5);
  const start = (folder: string, id: string) =>
    harness.start(ROWS, { inputs: { folder }, payer: { projectId: id, keyId: `key_${id}` } });
  for (let n = 0; n < 6; n++) await start('long', 'prj_ann');
  await waitFor(() => calls > 300);
  const before = calls;
  const short = await harness.until(await start('short', projectId));
  expect(short).toMatchObject({ status: 'succeeded', counts: { succeeded: 5 } });
  // Much less than what waits before it.
  expect(calls - before).toBeLessThan((6 * LONG_ITEMS) / 3);
  const { rows: ended } = await harness.pipelines.runs({ status: 'succeeded' });
  expect(ended.map(({ id }) => id)).toEqual([short.id]);
});

test('a short run is done while no shard of a long one ends', async () => {
  let endShort!: () => void;
  const shortIsDone = new Promise<void>((resolve) => (endShort = resolve));
  let calls = 0;
  await harness.open(async ({ image }) => {
    calls++;
    // The first item of each shard.
    if (/long-(0|128|256|384)$/.test(String(image))) await shortIsDone;
    return { seen: '', total: 1 };
  });
  rows('long', 4 * 128);
  rows('short', 5);
  const long = await harness.start(ROWS, { inputs: { folder: 'long' } });
  await waitFor(() => calls >= 2 * 128);
  const short = await harness.until(await harness.start(ROWS, { inputs: { folder: 'short' } }));
  expect(short).toMatchObject({ status: 'succeeded', counts: { succeeded: 5 } });
  expect(await harness.pipelines.get(long.id)).toMatchObject({ status: 'running' });
  endShort();
  expect(await harness.until(long)).toMatchObject({ status: 'succeeded', counts: { succeeded: 512 } });
});

test('runs whose items wait for their next attempt hold no slot', async () => {
  await harness.open(({ image }) => {
    if (String(image).includes('stuck')) throw new PerceptError('TIMEOUT', 'It took too long.');
    return { seen: '', total: 1 };
  });
  rows('stuck', 3);
  rows('free', 20);
  const patient = ROWS.replace('add: 1 }\n', 'add: 1 }\n        retry: { attempts: 2, delay: 30m }\n');
  // More runs than a process coordinates, and more shards than it works on, at a time.
  const stuck = [];
  for (let n = 0; n < 6; n++) stuck.push(await harness.start(patient, { inputs: { folder: 'stuck' } }));
  await waitFor(() => harness.host.calls.length >= 18);
  const free = await harness.until(await harness.start(ROWS, { inputs: { folder: 'free' } }));
  expect(free).toMatchObject({ status: 'succeeded', counts: { succeeded: 20 } });
  for (const run of stuck) expect(await harness.pipelines.get(run.id)).toMatchObject({ status: 'running' });
  expect(harness.host.calls.filter(({ fields }) => String(fields.image).includes('stuck'))).toHaveLength(18);
  for (const run of stuck) await harness.pipelines.cancel(run.id);
});
