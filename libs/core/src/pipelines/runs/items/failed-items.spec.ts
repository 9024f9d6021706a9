import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Answer } from '../../../../../../test/harness/children/instant-host';
import { RunHarness, rowsOf, withEach, withStep } from '../../../../../../test/harness/run-harness';
import { QueryFailedError } from 'typeorm';
import { PerceptError } from '../../../kernel/errors';
import type { Meter } from '../context/metering';
import { RunEntity } from '../entities/run.entity';

const harness = new RunHarness();

describe('items that fail', () => {
  const broken: Answer = ({ image }) => {
    if (String(image).includes('p0001')) throw PerceptError.unsupportedMedia('image', 'the JPEG ends too early.');
    return { seen: image, total: 1 };
  };

  test('keep their reason with the parameter at fault and make the run partial; the others are written', async () => {
    harness.photos(5);
    await harness.open(broken);
    const view = await harness.run();
    expect(view).toMatchObject({ status: 'partial', counts: { total: 5, succeeded: 4, failed: 1 } });
    expect(view.failures).toEqual([
      {
        ...{ item: expect.stringContaining('p0001'), step: 'echo', code: 'UNSUPPORTED_MEDIA' },
        reason: "Cannot use 'image': the JPEG ends too early.",
      },
    ]);
    expect(rowsOf(view)).toHaveLength(4);
    expect(await harness.eventsOf('prediction.failed')).toMatchObject([
      { capability: 'test.echo', run_id: view.id, attempts: 1, error: { code: 'UNSUPPORTED_MEDIA' } },
    ]);
    expect(await harness.eventsOf('batch.completed')).toMatchObject([{ status: 'partial', counts: { succeeded: 4, failed: 1 } }]);
    expect((await harness.pipelines.items(view.id, { state: 'failed' })).rows).toMatchObject([
      { attempts: 1, error: { step: 'echo' } },
    ]);
  });

  test('fail the run where more do than are tolerated, early and without an output', async () => {
    harness.photos(300);
    await harness.open(() => {
      throw PerceptError.unsupportedMedia('image', 'broken.');
    });
    const view = await harness.run(withEach('tolerate: 2%'));
    expect(view).toMatchObject({
      status: 'failed',
      outputs: [],
      error: expect.stringMatching(/of 300 items of 'photos' failed/),
    });
    expect(view.counts.failed).toBeLessThan(60);
    expect(existsSync(join(harness.folder, 'out'))).toBe(false);
    expect(await harness.eventsOf('batch.failed')).toMatchObject([{ run_id: view.id, status: 'failed', error: view.error }]);
    expect(await harness.eventsOf('batch.completed')).toEqual([]);
  });

  test('make the run partial where as many are tolerated', async () => {
    harness.photos(5);
    await harness.open(broken);
    expect((await harness.run(withEach('tolerate: 1'))).status).toBe('partial');
    expect((await harness.run(withEach('tolerate: 0'))).status).toBe('failed');
  });

  test('fail the run where all do', async () => {
    harness.photos(2);
    await harness.open(() => {
      throw new Error('the worker died');
    });
    const view = await harness.run();
    expect(view).toMatchObject({ status: 'failed', failures: [{ code: 'INTERNAL' }, { code: 'INTERNAL' }] });
  });

  test('are tried again as the step says, for the codes that it names', async () => {
    harness.photos(3);
    let calls = 0;
    await harness.open(({ image }) => {
      if (String(image).includes('p0001') && ++calls < 3) throw new PerceptError('TIMEOUT', 'too slow');
      if (String(image).includes('p0002')) throw PerceptError.unsupportedMedia('image', 'broken.');
      return { seen: image, total: 1 };
    });
    const view = await harness.run(withStep('retry: { attempts: 3, delay: 10ms, on: [TIMEOUT] }'));
    expect(view.counts).toMatchObject({ succeeded: 2, failed: 1 });
    const attempts = (await harness.pipelines.items(view.id)).rows.map((item) => item.attempts);
    expect(attempts).toEqual([1, 3, 1]);
  });

  test('do not fail if the host is overloaded or shuts down: they wait', async () => {
    harness.photos(3);
    let refusals = 3;
    await harness.open(({ image }) => {
      if (refusals-- > 0) throw new PerceptError('OVERLOADED', 'Percept is shutting down.');
      return { seen: image, total: 1 };
    });
    const view = await harness.run();
    expect(view).toMatchObject({ status: 'succeeded', counts: { succeeded: 3 } });
    expect((await harness.pipelines.items(view.id)).rows.map((item) => item.attempts)).toEqual([1, 1, 1]);
  });

  test('do not fail if the database fails: the run is resumed', async () => {
    harness.photos(20);
    let failures = 3;
    const meter: Meter = ({ signal }, work) => {
      if (failures-- > 0) throw new QueryFailedError('SELECT', [], new Error('the connection is gone'));
      return work({ signal });
    };
    await harness.open(undefined, { meter });
    const view = await harness.run();
    expect(view).toMatchObject({ status: 'succeeded', counts: { succeeded: 20, failed: 0 } });
    expect((await harness.pipelines.items(view.id)).rows.map((item) => item.attempts)).toEqual(Array(20).fill(1));
    // Nobody is suspected of having ended the process.
    expect(await harness.store.reader.findOneBy(RunEntity, { id: view.id })).toMatchObject({ crashes: 0 });
  });

  test('do not hold up the others while they wait for a further attempt', async () => {
    harness.photos(40);
    const seen: string[] = [];
    await harness.open(({ image }) => {
      if (String(image).includes('p000') && !seen.includes(`${image as string}!`)) {
        seen.push(`${image as string}!`);
        throw new PerceptError('TIMEOUT', 'too slow');
      }
      seen.push(image as string);
      return { seen: image, total: 1 };
    });
    const source = withStep('retry: { attempts: 2, delay: 1500ms }').replace('as: photo', 'as: photo\n      concurrency: 2');
    const view = await harness.run(source);
    expect(view.counts.succeeded).toBe(40);
    // Two at a time: if those that wait held their places, a second attempt would come after two calls.
    expect(seen.findIndex((path) => path.includes('p000') && !path.endsWith('!'))).toBeGreaterThanOrEqual(10);
  });

  test('are forgiven by `on_error: continue`', async () => {
    harness.photos(5);
    await harness.open(broken);
    const source = withStep('on_error: continue').replace('${{ echo.total + 1 }}', '"${{ echo == null ? 0 : echo.total }}"');
    const view = await harness.run(source);
    expect(view.status).toBe('succeeded');
    expect(rowsOf(view).map((row) => (row as unknown as { total: number }).total)).toEqual([1, 0, 1, 1, 1]);
  });

  test('fail alone where an expression does not fit them', async () => {
    harness.photos(2);
    await harness.open(({ image }) => (String(image).includes('p0001') ? { seen: image } : { seen: image, total: 1 }));
    const view = await harness.run();
    expect(view).toMatchObject({
      status: 'partial',
      failures: [
        { step: 'collect', reason: expect.stringMatching(/^No such key: total\. In 'collect\.total' of the step 'photos', /) },
      ],
    });
  });
});
