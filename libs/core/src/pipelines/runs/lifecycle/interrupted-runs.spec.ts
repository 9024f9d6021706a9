import type { Answer } from '../../../../../../test/harness/children/instant-host';
import { PIPELINE, RunHarness, withEach } from '../../../../../../test/harness/run-harness';
import { remains, waitFor } from '../../../../../../test/harness/wait-for';

const harness = new RunHarness();

/** Answers the first calls at once; the others wait for `go`, so that the run cannot end before. */
function answersUntil(limit: number): { answer: Answer; go: () => void } {
  let go!: () => void;
  const gate = new Promise<void>((resolve) => (go = resolve));
  const answer: Answer = async ({ image }) => {
    if (harness.host.calls.length > limit) await gate;
    return { seen: image, total: 1 };
  };
  return { answer, go };
}

describe('a run that is cut off', () => {
  test('is left by a process that closes, with what it did, and taken up by the next at once', async () => {
    harness.photos(100);
    await harness.open();
    const run = await harness.start();
    await harness.until(run, ({ counts }) => counts.succeeded > 10);
    await harness.close();
    const done = harness.host.calls.length;
    await harness.open();
    const left = await harness.pipelines.get(run.id);
    expect(left.counts).toMatchObject({ running: 0, succeeded: done });
    expect(left.steps).toMatchObject([{ state: 'pending', total: 100, started_at: expect.any(String), ended_at: null }]);
    await harness.until(run);
    const [step] = (await harness.pipelines.get(run.id)).steps;
    expect(step).toEqual({ ...left.steps[0], state: 'succeeded', ended_at: expect.any(String) });
    expect(harness.host.calls).toHaveLength(100 - done);
    expect(await harness.eventsOf('prediction.completed')).toHaveLength(100);
  });

  test('does a finished step of an unfinished item not again', async () => {
    harness.photos(1);
    let hang = true;
    const answer: Answer = ({ image }, { capability }) =>
      hang && capability === 'test.other' ? new Promise(() => undefined) : { seen: image, total: 1 };
    await harness.open(answer);
    const source = PIPELINE.replace(
      '    collect:',
      '      - id: second\n        uses: test.other\n        with: { image: "${{ echo.seen }}" }\n    collect:',
    );
    const run = await harness.start(source);
    await waitFor(async () => (await harness.eventsOf('prediction.completed')).length > 0);
    hang = false;
    await harness.close();
    await harness.open(answer);
    await harness.until(run);
    expect(harness.host.calls.map(({ capability }) => capability)).toEqual(['test.other']);
    expect(await harness.eventsOf('prediction.completed')).toHaveLength(2);
  });

  test('drops what a process writes that has lost it', async () => {
    harness.photos(20);
    const { answer, go } = answersUntil(10);
    await harness.open(answer);
    const run = await harness.start(withEach('concurrency: 1'));
    await harness.until(run, ({ counts }) => counts.succeeded > 2);
    await harness.store.transaction((tx) =>
      tx.manager.query(`UPDATE run_shards SET claim = 'another' WHERE run_id = '${run.id}'`),
    );
    go();
    await harness.until(run, ({ status }) => status === 'succeeded');
    expect(await harness.eventsOf('prediction.completed')).toHaveLength(20);
    expect(await harness.eventsOf('batch.completed')).toHaveLength(1);
  });
});

describe('a database that forgets what it had committed', () => {
  test('has it done again before the run ends', async () => {
    harness.photos(20);
    const { answer, go } = answersUntil(10);
    await harness.open(answer);
    const run = await harness.start(withEach('concurrency: 1'));
    await harness.until(run, ({ counts }) => counts.succeeded > 5);
    await harness.store.transaction(async ({ manager }) => {
      const [first] = await manager.query<[{ sort: string; shard: string }]>(
        `SELECT sort, shard FROM run_items WHERE state = 'succeeded' ORDER BY sort LIMIT 1`,
      );
      await manager.query(`UPDATE run_items SET state = 'pending', results = NULL, row = NULL WHERE sort = '${first.sort}'`);
      // The counts of a shard that has ended are the run's.
      const ended = `SELECT id FROM run_shards WHERE id = '${first.shard}' AND state = 'ended'`;
      await manager.query(`UPDATE runs SET succeeded = succeeded - 1 WHERE id = '${run.id}' AND EXISTS (${ended})`);
      await manager.query(`UPDATE run_shards SET succeeded = succeeded - 1 WHERE id = '${first.shard}'`);
    });
    go();
    await harness.until(run);
    expect(await harness.pipelines.get(run.id)).toMatchObject({ status: 'succeeded', counts: { total: 20, succeeded: 20 } });
    expect(harness.host.calls).toHaveLength(21);
    expect(await harness.eventsOf('batch.completed')).toHaveLength(1);
  });
});

describe('cancelling', () => {
  const slow: Answer = () => new Promise(() => undefined);

  test('ends a run whose calls hang, and reports it', async () => {
    harness.photos(10);
    await harness.open(slow);
    const run = await harness.start();
    await harness.until(run, ({ status }) => status === 'running');
    const view = await harness.pipelines.cancel(run.id);
    expect(view).toMatchObject({ status: 'cancelled', counts: { running: 0 }, outputs: [] });
    expect(await harness.eventsOf('batch.failed')).toMatchObject([{ run_id: run.id, status: 'cancelled' }]);
    await expect(harness.pipelines.cancel(run.id)).rejects.toMatchObject({ code: 'CONFLICT' });
    await expect(harness.pipelines.cancel('run_none')).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });

  test('begins no further item', async () => {
    harness.photos(20);
    const ends: (() => void)[] = [];
    await harness.open(() => new Promise((end) => ends.push(() => end({ seen: '', total: 1 }))));
    const run = await harness.start(withEach('concurrency: 2'));
    await waitFor(() => ends.length >= 2);
    expect(await harness.pipelines.cancel(run.id)).toMatchObject({ status: 'cancelled' });
    for (const end of ends) end();
    await remains(() => harness.host.calls.length === 2, { ms: 100 });
    expect((await harness.pipelines.get(run.id)).counts).toMatchObject({ succeeded: 0, running: 0 });
  });

  test('ends a run that is queued, or executed by another process', async () => {
    harness.photos(10);
    await harness.open(undefined, { working: false });
    expect(await harness.pipelines.cancel((await harness.start()).id)).toMatchObject({ status: 'cancelled', started_at: null });
    harness.pipelines.work();
    harness.host.answer = slow;
    const run = await harness.start();
    await harness.until(run, ({ status }) => status === 'running');
    expect(await harness.service().cancel(run.id)).toMatchObject({ status: 'cancelled' });
  });
});
