import { RunHarness } from '../../../../../../test/harness/run-harness';
import { waitFor } from '../../../../../../test/harness/wait-for';
import { sql } from '../../../durable/database';

const harness = new RunHarness();
const ITEMS = 60;

const countShards = async () =>
  Number((await sql<{ shards: number }>(harness.store.reader, 'SELECT COUNT(*) AS shards FROM run_shards'))[0]!.shards);

test('a process that has nothing to do gets a part of a shard that another works on, and each item runs once', async () => {
  let open: () => void;
  const opened = new Promise<void>((resolve) => (open = resolve));
  const seen: unknown[] = [];
  await harness.open(async ({ image }) => {
    // The first few end, so that the shard has a pace; then it stands still.
    if (seen.push(image) > 8) await opened;
    return { seen: '', total: 1 };
  });
  harness.photos(ITEMS);
  const run = await harness.start();
  await waitFor(async () => (await countShards()) > 1);
  open!();
  expect(await harness.until(run)).toMatchObject({ status: 'succeeded', counts: { total: ITEMS, succeeded: ITEMS } });
  expect(seen).toHaveLength(ITEMS);
  expect(new Set(seen).size).toBe(ITEMS);
});
