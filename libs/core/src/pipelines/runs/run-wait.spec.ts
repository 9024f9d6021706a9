import { PIPELINE, RunHarness, withStep } from '../../../../../test/harness/run-harness';
import { PerceptError } from '../../kernel';

const harness = new RunHarness();
const patient = withStep('retry: { attempts: 2, delay: 30m }');
const until = (run: { id: string }, kind: string) => harness.until(run, ({ waiting_for }) => waiting_for?.kind === kind);

test('a run whose items wait for their next attempt says how many, and until when', async () => {
  await harness.open(() => {
    throw new PerceptError('TIMEOUT', 'It took too long.');
  });
  harness.photos(3);
  const run = await harness.start(patient);
  const { waiting_for, counts } = await until(run, 'retry');
  expect(waiting_for).toMatchObject({ count: 3, message: '3 items wait for the next attempt after an error.' });
  const minutes = (Date.parse(waiting_for!.until!) - Date.now()) / 60_000;
  expect(minutes).toBeGreaterThan(5);
  expect(minutes).toBeLessThanOrEqual(30);
  expect(counts.running).toBe(0);
  await harness.pipelines.cancel(run.id);
  expect((await harness.until(run)).waiting_for).toBeNull();
});

test.each([
  ['quota', 'RATE_LIMITED', 'the quota or the rate limit of the API key'],
  ['worker', 'OVERLOADED', 'for a worker'],
] as const)('items that wait for a %s are told from those that failed', async (kind, code, message) => {
  await harness.open(() => {
    throw new PerceptError(code, 'Later.', { retryAfterS: 1_800 });
  });
  harness.photos(1);
  const run = await harness.start(patient);
  const { waiting_for } = await until(run, kind);
  expect(waiting_for!.message).toContain(message);
  await harness.pipelines.cancel(run.id);
});

test('a run that no process coordinates says so, and one beside its like that it has to wait for them', async () => {
  await harness.open(undefined, { working: false });
  harness.photos(1);
  const limited = PIPELINE.replace('name: echo\n', 'name: echo\nconcurrency: 1\n');
  const [first, second] = [await harness.start(limited), await harness.start(limited)];
  expect((await harness.pipelines.get(first.id)).waiting_for).toMatchObject({ kind: 'coordinator' });
  // One process takes the first and no more.
  const taken = harness.queue.work({ queue: 'runs', concurrency: 1 }, (_job, { signal }) => {
    return new Promise((end) => signal.addEventListener('abort', () => end()));
  });
  expect((await until(second, 'slot')).waiting_for).toMatchObject({ count: 1, until: null });
  await taken.close();
});

test('a run whose items are worked on waits for nothing', async () => {
  let begin!: () => void;
  const begun = new Promise<void>((resolve) => (begin = resolve));
  let end!: () => void;
  const ended = new Promise<void>((resolve) => (end = resolve));
  await harness.open(async () => {
    begin();
    await ended;
    return { seen: '', total: 1 };
  });
  harness.photos(1);
  const run = await harness.start();
  await begun;
  const { waiting_for, counts } = await harness.until(run, (view) => view.counts.running > 0);
  expect({ waiting_for, running: counts.running }).toEqual({ waiting_for: null, running: 1 });
  end();
  await harness.until(run);
});
