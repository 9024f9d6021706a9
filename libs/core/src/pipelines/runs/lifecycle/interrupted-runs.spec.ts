import type { Answer } from '../../../../../../test/harness/children/instant-host';
import { PIPELINE, RunBench, withEach } from '../../../../../../test/harness/run-harness';
import { remains, waitFor } from '../../../../../../test/harness/wait-for';

const bench = new RunBench();

/** Answers the first calls at once; the others wait for `go`, so that the run cannot end before. */
function answersUntil(limit: number): { answer: Answer; go: () => void } {
  let go!: () => void;
  const gate = new Promise<void>((resolve) => (go = resolve));
  const answer: Answer = async ({ image }) => {
    if (bench.host.calls.length > limit) await gate;
    return { seen: image, total: 1 };
  };
  return { answer, go };
}

describe('a run that is cut off', () => {
  test('is left by a process that closes, with what it did, and taken up by the next at once', async () => {
    bench.photos(100);
    await bench.open();
    const run = await bench.start();
    await bench.until(run, ({ counts }) => counts.succeeded > 10);
    await bench.close();
    const done = bench.host.calls.length;
    await bench.open();
    expect((await bench.pipelines.get(run.id)).counts).toMatchObject({ running: 0, succeeded: done });
    await bench.until(run);
    expect(bench.host.calls).toHaveLength(100 - done);
    expect(await bench.told('prediction.completed')).toHaveLength(100);
  });

  test('does a finished step of an unfinished item not again', async () => {
    bench.photos(1);
    let hang = true;
    const answer: Answer = ({ image }, { capability }) =>
      hang && capability === 'test.other' ? new Promise(() => undefined) : { seen: image, total: 1 };
    await bench.open(answer);
    const source = PIPELINE.replace(
      '    collect:',
      '      - id: second\n        uses: test.other\n        with: { image: "${{ echo.seen }}" }\n    collect:',
    );
    const run = await bench.start(source);
    await waitFor(async () => (await bench.told('prediction.completed')).length > 0);
    hang = false;
    await bench.close();
    await bench.open(answer);
    await bench.until(run);
    expect(bench.host.calls.map(({ capability }) => capability)).toEqual(['test.other']);
    expect(await bench.told('prediction.completed')).toHaveLength(2);
  });

  test('drops what a process writes that has lost it', async () => {
    bench.photos(20);
    const { answer, go } = answersUntil(10);
    await bench.open(answer);
    const run = await bench.start(withEach('concurrency: 1'));
    await bench.until(run, ({ counts }) => counts.succeeded > 2);
    await bench.store.transaction((tx) => tx.manager.query(`UPDATE run_shards SET claim = 'another' WHERE run_id = '${run.id}'`));
    go();
    await bench.until(run, ({ status }) => status === 'succeeded');
    expect(await bench.told('prediction.completed')).toHaveLength(20);
    expect(await bench.told('batch.completed')).toHaveLength(1);
  });
});

describe('a database that forgets what it had committed', () => {
  test('has it done again before the run ends', async () => {
    bench.photos(20);
    const { answer, go } = answersUntil(10);
    await bench.open(answer);
    const run = await bench.start(withEach('concurrency: 1'));
    await bench.until(run, ({ counts }) => counts.succeeded > 5);
    await bench.store.transaction(async ({ manager }) => {
      const [first] = await manager.query<[{ sort: string }]>(
        `SELECT sort FROM run_items WHERE state = 'succeeded' ORDER BY sort LIMIT 1`,
      );
      await manager.query(`UPDATE run_items SET state = 'pending', results = NULL, row = NULL WHERE sort = '${first.sort}'`);
      await manager.query(`UPDATE run_shards SET succeeded = succeeded - 1`);
    });
    go();
    await bench.until(run);
    expect(await bench.pipelines.get(run.id)).toMatchObject({ status: 'succeeded', counts: { total: 20, succeeded: 20 } });
    expect(bench.host.calls).toHaveLength(21);
    expect(await bench.told('batch.completed')).toHaveLength(1);
  });
});

describe('cancelling', () => {
  const slow: Answer = () => new Promise(() => undefined);

  test('ends a run whose calls hang, and reports it', async () => {
    bench.photos(10);
    await bench.open(slow);
    const run = await bench.start();
    await bench.until(run, ({ status }) => status === 'running');
    const view = await bench.pipelines.cancel(run.id);
    expect(view).toMatchObject({ status: 'cancelled', counts: { running: 0 }, outputs: [] });
    expect(await bench.told('batch.failed')).toMatchObject([{ run_id: run.id, status: 'cancelled' }]);
    await expect(bench.pipelines.cancel(run.id)).rejects.toMatchObject({ code: 'CONFLICT' });
    await expect(bench.pipelines.cancel('run_none')).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });

  test('begins no further item', async () => {
    bench.photos(20);
    const ends: (() => void)[] = [];
    await bench.open(() => new Promise((end) => ends.push(() => end({ seen: '', total: 1 }))));
    const run = await bench.start(withEach('concurrency: 2'));
    await waitFor(() => ends.length >= 2);
    expect(await bench.pipelines.cancel(run.id)).toMatchObject({ status: 'cancelled' });
    for (const end of ends) end();
    await remains(() => bench.host.calls.length === 2, { ms: 100 });
    expect((await bench.pipelines.get(run.id)).counts).toMatchObject({ succeeded: 0, running: 0 });
  });

  test('ends a run that is queued, or executed by another process', async () => {
    bench.photos(10);
    await bench.open(undefined, { working: false });
    expect(await bench.pipelines.cancel((await bench.start()).id)).toMatchObject({ status: 'cancelled', started_at: null });
    bench.pipelines.work();
    bench.host.answer = slow;
    const run = await bench.start();
    await bench.until(run, ({ status }) => status === 'running');
    expect(await bench.service().cancel(run.id)).toMatchObject({ status: 'cancelled' });
  });
});
