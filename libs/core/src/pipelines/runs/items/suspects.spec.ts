import { RunHarness, withEach } from '../../../../../../test/harness/run-harness';
import { RunItemEntity } from '../entities/run-item.entity';
import { RunShardEntity } from '../entities/run-shard.entity';
import { waitFor } from '../../../../../../test/harness/wait-for';

const harness = new RunHarness();
const pending = () => new Promise<never>(() => undefined);

/** What a killed process leaves: a run under way, and items marked so often. */
async function leftBehind(run: { id: string }, marks: Record<string, number>): Promise<void> {
  await harness.store.transaction(async (tx) => {
    await tx.manager.update(RunShardEntity, { run_id: run.id }, { claim: 'gone', crashes: 1 });
    for (const [sort, crashes] of Object.entries(marks))
      await tx.manager.update(RunItemEntity, { run_id: run.id, sort }, { crashes });
  });
}

const marks = async (run: { id: string }) =>
  (await harness.store.reader.find(RunItemEntity, { where: { run_id: run.id }, order: { sort: 'ASC' } })).map(
    (item) => item.crashes,
  );
const sorts = async (run: { id: string }) =>
  (await harness.store.reader.find(RunItemEntity, { where: { run_id: run.id }, order: { sort: 'ASC' } })).map(({ sort }) => sort);

/** A run of three items whose process was killed while all were under way. */
async function interrupted(): Promise<{ id: string }> {
  harness.photos(3);
  await harness.open(pending);
  const run = await harness.start(withEach('concurrency: 3'));
  await waitFor(() => harness.host.calls.length >= 3);
  await harness.close();
  await harness.open(undefined, { working: false });
  return run;
}

test('a process that ends in order while an item is under way leaves no mark on it', async () => {
  const run = await interrupted();
  const [first, second] = await sorts(run);
  await leftBehind(run, { [first!]: 3, [second!]: 1 });
  harness.host.answer = pending;
  harness.pipelines.work();
  await waitFor(() => harness.host.calls.length >= 1);
  await harness.close();
  await harness.open();
  expect(await marks(run)).toEqual([3, 1, 0]);
  expect(await harness.until(run)).toMatchObject({ status: 'succeeded', counts: { succeeded: 3 } });
});

test('suspects run one at a time, the least suspicious first, and end without a mark', async () => {
  const run = await interrupted();
  const [first, second, third] = await sorts(run);
  await leftBehind(run, { [first!]: 3, [second!]: 1, [third!]: 2 });
  harness.pipelines.work();
  expect(await harness.until(run)).toMatchObject({ status: 'succeeded', counts: { succeeded: 3 } });
  expect(harness.host.calls.map(({ fields }) => /p000(\d)/.exec(String(fields['image']))![1])).toEqual(['1', '2', '0']);
  expect(harness.host.most).toBe(1);
  expect(await marks(run)).toEqual([0, 0, 0]);
});

test('one that ended its process three times alone is parked, the others are done', async () => {
  const run = await interrupted();
  const [first] = await sorts(run);
  await leftBehind(run, { [first!]: 4 });
  harness.pipelines.work();
  expect(await harness.until(run)).toMatchObject({ status: 'partial', counts: { succeeded: 2, failed: 1 } });
  expect(harness.host.calls).toHaveLength(2);
});
