import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { ScheduleHarness, HOUR } from '../../../../test/harness/schedule-harness';
import { waitFor } from '../../../../test/harness/wait-for';
import { PIPELINE } from '../../../../test/harness/run-harness';
import { PerceptError } from '../kernel';
import { registerKinds } from '../pipelines/kinds';
import { required, text, value } from '../pipelines/syntax';

const harness = new ScheduleHarness();
const register = (more: object) => registerKinds({ name: 'strange', version: '1.0.0', ...more });
afterEach(() => register({}));

/** A trigger of a plugin that fails when it is started. */
const failing = (error: Error) => ({
  name: 'siren',
  keywords: { siren: required(text('Its topic.')) },
  parse: () => ({}),
  definition: () => ({}),
  describe: () => ({ rule: null }),
  start: async () => {
    throw error;
  },
});

test('a trigger of a plugin that breaks at its start is reported, and others fire', async () => {
  register({ triggers: [failing(new TypeError('no broker'))] });
  await harness.open();
  harness.triggers("  - siren: a\n  - cron: '0 * * * *'");
  const reported: unknown[] = [];
  const scheduler = harness.scheduler(undefined, { log: { error: (fields: object) => void reported.push(fields) } });
  scheduler.start();
  const asText = () => JSON.stringify(reported, (_, each: unknown) => (each instanceof Error ? each.message : each));
  await waitFor(() => asText().includes('no broker'));
  expect(reported[0]).toMatchObject({ kind: 'siren', plugin: 'strange', schedule: expect.stringContaining('/1') });
  harness.now += HOUR;
  await waitFor(async () => (await harness.runs()).length === 1);
});

test('a trigger of a plugin that says why it cannot work is paused with the reason', async () => {
  register({ triggers: [failing(PerceptError.invalid('siren', 'has no broker.'))] });
  await harness.open();
  harness.triggers('  - siren: a');
  harness.scheduler().start();
  await waitFor(async () => (await harness.schedule())?.paused_reason?.includes('has no broker.'));
});

const OUT = '${{ run.id }}';
const torn = {
  ...{ name: 'torn', description: 'Breaks.', extension: '.torn', mediaType: 'text/plain' },
  async *encode() {
    yield Buffer.from('half');
    throw new Error('the format broke');
  },
};

test('an output of a plugin that breaks in the middle fails the run with the reason, and leaves no half file', async () => {
  register({ outputs: [torn] });
  await harness.open();
  harness.photos(2);
  const run = await harness.run(PIPELINE.replace(`- jsonl: out/${OUT}.jsonl`, `- torn: out/${OUT}.torn`));
  expect(run.status).toBe('failed');
  expect(JSON.stringify(run)).toContain("('torn' of the plugin 'strange') cannot be written: the format broke");
  const out = join(harness.folder, 'out');
  expect(existsSync(out) ? readdirSync(out) : []).toEqual([]);
});

/** A source of a plugin. */
const source = (list: () => AsyncIterable<unknown>) => ({
  ...{ name: 'stream', keyword: value('topic', { type: 'string' }, 'A topic.'), options: {}, item: {} },
  documentation: { items: 'the messages', key: 'their position' },
  list,
});
const STREAM = PIPELINE.replace('files: ${{ inputs.folder }}/**/*.{jpg,png}', 'stream: topic')
  .replace('${{ photo.path }}', 'data:,x')
  .replace(/name: \$\{\{ photo[^]*?total: /, 'total: ');

async function* endless(): AsyncGenerator<unknown> {
  for (let n = 0; ; n++) {
    await new Promise((resolve) => setImmediate(resolve));
    yield { sort: String(n).padStart(9, '0'), key: String(n), item: n };
  }
}

async function* silent(): AsyncGenerator<unknown> {
  await new Promise(() => undefined);
  yield undefined;
}

test.each([
  ['lists without end', endless],
  ['never lists anything', silent],
])('a run whose source %s can be cancelled, and others go on', async (_what, list) => {
  register({ sources: [source(list)] });
  await harness.open();
  const stuck = await harness.start(STREAM);
  await harness.until(stuck, ({ status }) => status === 'running');
  harness.photos(1);
  expect((await harness.run()).status).toBe('succeeded');
  await harness.pipelines.cancel(stuck.id);
  expect((await harness.until(stuck)).status).toBe('cancelled');
});

const broken = (): AsyncIterable<unknown> => {
  throw new Error('the topic is gone');
};

async function* shapeless(): AsyncGenerator<unknown> {
  yield { key: '1', value: 1 };
}

test.each([
  ['breaks', broken, 'the topic is gone'],
  ['gives an item without its texts', shapeless, "it gave an item without the texts 'sort' and 'key'"],
])('a source of a plugin that %s fails its run with the reason', async (_what, list, reason) => {
  register({ sources: [source(list)] });
  await harness.open();
  const run = await harness.run(STREAM);
  expect(run.status).toBe('failed');
  expect(JSON.stringify(run)).toContain(`The source 'stream' of the plugin 'strange' failed: ${reason}`);
});
