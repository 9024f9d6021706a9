import { NOBODYS_SHARE } from '../../../kernel';
import { RunHarness, PIPELINE, withStep } from '../../../../../../test/harness/run-harness';
import { sql } from '../../../durable/database/sql';
import { remains, waitFor } from '../../../../../../test/harness/wait-for';

const harness = new RunHarness();
const called = (text: string) => text.replace('name: echo', 'name: other').replace('test.echo', 'test.other');

/** Opens a service whose calls wait until they are let go. */
async function gated(): Promise<{ release: () => void }> {
  let release = (): void => undefined;
  const gate = new Promise<void>((resolve) => (release = resolve));
  await harness.open(() => gate.then(() => ({ seen: '', total: 1 })), { working: false });
  return { release };
}

const folders = (count: number) => {
  harness.photos(1);
  return Array.from({ length: count }, () => ({ inputs: {} }));
};
const running = async () => (await harness.pipelines.runs({ status: 'running' })).rows.map((run) => run.pipeline).sort();
const settled = async (count: number) => {
  await waitFor(async () => (await running()).length >= count);
  // Whatever else would begin, begins with one of the next looks of the queue.
  await remains(async () => (await running()).length === count, { ms: 150 });
};

test('the concurrency of a pipeline limits its runs, and they do not delay others', async () => {
  const { release } = await gated();
  const narrow = PIPELINE.replace('inputs:', 'concurrency: 2\ninputs:');
  const runs = [];
  for (const options of folders(5)) runs.push(await harness.start(narrow, options));
  runs.push(await harness.start(called(PIPELINE), { inputs: {} }));
  harness.pipelines.work();
  await settled(3);
  expect(await running()).toEqual(['echo', 'echo', 'other']);
  release();
  for (const run of runs) expect(await harness.until(run)).toMatchObject({ status: 'succeeded' });
});

test('the concurrency of a pipeline limits no run of another project whose pipeline has the same name', async () => {
  const { release } = await gated();
  const narrow = PIPELINE.replace('inputs:', 'concurrency: 1\ninputs:');
  const payer = (projectId: string) => ({ inputs: {}, payer: { projectId, keyId: `key_${projectId}` } });
  folders(1);
  const runs = [];
  for (const project of ['ann', 'ann', 'bob']) runs.push(await harness.start(narrow, payer(project)));
  harness.pipelines.work();
  await settled(2);
  const running = await harness.pipelines.runs({ status: 'running' });
  expect(running.rows.map(({ id }) => id).sort()).toEqual([runs[0]!.id, runs[2]!.id].sort());
  release();
  for (const run of runs) expect(await harness.until(run)).toMatchObject({ status: 'succeeded' });
});

test('runs with a higher priority begin first', async () => {
  await harness.open(undefined, { working: false });
  harness.pipelines = harness.service({ runsAtOnce: 1 });
  const low = await harness.start(PIPELINE.replace('inputs:', 'priority: -1\ninputs:'), folders(1)[0]);
  const plain = await harness.start(PIPELINE, { inputs: {} });
  const high = await harness.start(PIPELINE.replace('inputs:', 'priority: 7\ninputs:'), { inputs: {} });
  harness.pipelines.work();
  const started: string[] = [];
  // One that only waits for its items lets the next begin, so they may end in another order.
  for (const run of [high, plain, low]) started.push((await harness.until(run)).started_at!);
  expect(started).toEqual(started.toSorted());
});

test('an API key has no more runs under way than it may, over all its pipelines', async () => {
  const { release } = await gated();
  harness.pipelines = harness.service({ runsPerKey: 1 });
  const payer = (keyId: string) => ({ inputs: {}, payer: { projectId: 'acct', keyId } });
  folders(1);
  const runs = [];
  for (const text of [PIPELINE, called(PIPELINE)]) runs.push(await harness.start(text, payer('key_ann')));
  runs.push(await harness.start(PIPELINE, payer('key_bob')));
  harness.pipelines.work();
  await settled(2);
  expect(await running()).toHaveLength(2);
  release();
  for (const run of runs) expect(await harness.until(run)).toMatchObject({ status: 'succeeded' });
});

test('a run whose steps may take minutes waits in a queue of its own and can be cancelled there', async () => {
  await harness.open(undefined, { working: false });
  folders(1);
  const queues = async () =>
    (await sql<{ queue: string }>(harness.store.reader, 'SELECT queue FROM jobs ORDER BY id')).map(({ queue }) => queue);
  await harness.start(withStep('timeout: 60s'));
  const long = await harness.start(withStep('timeout: 10m'));
  expect(await queues()).toEqual(['runs', 'long-runs']);
  expect(await harness.pipelines.cancel(long.id)).toMatchObject({ status: 'cancelled' });
  expect(await queues()).toEqual(['runs']);
});

test('a concurrency or priority that makes no sense is refused where it stands', async () => {
  await harness.open();
  const source = PIPELINE.replace('inputs:', 'concurrency: 0\npriority: high\ninputs:');
  const found = await harness.pipelines.registry.validate(source, 'p.yaml', NOBODYS_SHARE);
  expect(found.map(({ line, message }) => `${line} ${message}`)).toEqual([
    expect.stringMatching(/^3 'concurrency' must be a whole number from 1/),
    expect.stringMatching(/^4 'priority' must be a whole number from -100 to 100/),
  ]);
});
