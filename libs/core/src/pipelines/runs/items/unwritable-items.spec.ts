import { readFileSync } from 'node:fs';
import { sql } from '../../../durable/database';
import { PerceptError } from '../../../kernel';
import { PIPELINE, RunHarness, rowsOf } from '../../../../../../test/harness/run-harness';

const harness = new RunHarness();

/** A value that JSON cannot be made of: writing it overflows the stack. */
function nested(levels: number): unknown {
  let value: unknown = 1;
  for (let level = 0; level < levels; level++) value = [value];
  return value;
}

test('an item whose result cannot be written fails, and the others of the run are done', async () => {
  harness.photos(4);
  await harness.open(({ image }) => ({ seen: String(image).endsWith('p0002.jpg') ? nested(400_000) : image, total: 1 }));
  const run = await harness.run();
  expect(run).toMatchObject({ status: 'partial', counts: { succeeded: 3, failed: 1 } });
  const { rows } = await harness.pipelines.items(run.id, { state: 'failed' });
  expect(rows).toMatchObject([{ key: expect.stringContaining('p0002.jpg'), error: { code: 'INTERNAL' } }]);
  expect(harness.host.calls).toHaveLength(4);
});

test('rows without collect have the key of the item and the results of its steps', async () => {
  harness.photos(1);
  await harness.open();

  const run = await harness.run(PIPELINE.replace(/ {4}collect:\n( {6}.*\n)+/, ''));
  expect(rowsOf(run)).toEqual([{ item: expect.stringContaining('p0000.jpg'), echo: expect.objectContaining({ total: 1 }) }]);
});

test('a run that fails five times in the service itself ends, and says so', async () => {
  harness.photos(1);
  await harness.open(undefined, { working: false });
  const broken = harness.service();
  const open = (broken as unknown as { open: { use: () => Promise<never> } }).open;
  open.use = async () => {
    throw new Error('a mistake of ours');
  };
  broken.work();
  const run = await harness.run();
  await broken.close();
  expect(run).toMatchObject({ status: 'failed', error: expect.stringContaining('The log says why') });
});

test('a list of items and the failures of a run are read without the rows, which may be large', async () => {
  harness.photos(2);
  await harness.open(({ image }) => {
    if (String(image).endsWith('p0001.jpg')) throw new PerceptError('MEDIA_FETCH_FAILED', 'The host is away.');
    return { total: 1 };
  });
  const run = await harness.run();
  await harness.store.transaction(({ manager }) => sql(manager, "UPDATE run_items SET row = '[', item = '['", []));
  const { rows } = await harness.pipelines.items(run.id);
  expect(rows.map(({ state }) => state)).toEqual(['succeeded', 'failed']);
  expect((await harness.pipelines.get(run.id)).failures).toHaveLength(1);
});

const onLinux = process.platform === 'linux' ? test : test.skip;

onLinux('SQLite reads a list of items without the pages of their rows', async () => {
  harness.photos(2);
  await harness.open(() => ({ total: 1 }));
  const run = await harness.run();
  await harness.pipelines.items(run.id);
  // A write of another connection empties the cache of the reader.
  await harness.store.transaction(({ manager }) =>
    sql(manager, `UPDATE run_items SET row = '"' || hex(zeroblob(1e6)) || '"'`, []),
  );
  const before = bytesRead();
  const { rows } = await harness.pipelines.items(run.id);
  expect(bytesRead() - before).toBeLessThan(1e6);
  expect(rows.map(({ ended_at }) => ended_at)).toEqual([expect.any(String), expect.any(String)]);
});

/** Bytes that this thread has read from files. */
const bytesRead = (): number => Number(/^rchar: (\d+)/.exec(readFileSync('/proc/thread-self/io', 'utf8'))![1]);
