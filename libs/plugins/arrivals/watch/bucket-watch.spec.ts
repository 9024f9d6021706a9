import { triggerSourceContract } from '@percept/sdk/testing';
import { describeContract, ObjectStorage, ObjectStorageRules } from '../../../../test/harness/kinds';
import { PIPELINE } from '../../../../test/harness/run-harness';
import { ScheduleHarness } from '../../../../test/harness/schedule-harness';
import { describeS3, PrivateS3, S3_CREDENTIALS } from '../../../../test/harness/s3';
import { waitFor } from '../../../../test/harness/wait-for';
import { watch } from './watch';

describeS3('a watched bucket', () => {
  const harness = new ScheduleHarness();
  let s3: PrivateS3;
  let storage: ObjectStorage;
  let caused = 0;
  beforeAll(async () => {
    Object.assign(process.env, S3_CREDENTIALS);
    s3 = await PrivateS3.start('inbox');
    storage = new ObjectStorage({ endpoint: s3.url, attempts: 2 });
  });
  afterAll(async () => {
    await storage.close();
    await s3.stop();
  });
  beforeEach(async () => {
    s3.fault = undefined;
    await storage.removeAll({ bucket: 'inbox', key: '' });
  });
  const objects = () => new ObjectStorageRules(storage, { buckets: ['inbox'] });

  describeContract(
    'the trigger source watch',
    triggerSourceContract(watch, {
      context: () => ({ objects: objects().for({ bounded: true }) }),
      trigger: () => ({ watch: 's3://inbox/new', pattern: '*.jpg', poll: '20ms' }),
      cause: async () => {
        const url = `s3://inbox/new/${++caused}.jpg`;
        await s3.put('s3://inbox/new/notes.txt', 'x');
        await s3.put(url, 'x');
        return url;
      },
    }),
  );

  const TRIGGER = '  - { watch: s3://inbox/new, pattern: "*.jpg", poll: 20ms, input: folder }';
  const SOURCE = PIPELINE.replace('files: ${{ inputs.folder }}/**/*.{jpg,png}', 'items: [a]')
    .replace('${{ photo.path }}', 'data:,x')
    .replace(/name: \$\{\{ photo[^]*?total: /, 'total: ');
  const seen = async () => (await harness.runs()).map(({ inputs }) => String(inputs['folder'])).sort();
  const fired = (count: number) => waitFor(async () => (await harness.runs()).length >= count);

  test('each object starts one run, with two schedulers and after a restart; a changed one starts another', async () => {
    await harness.open();
    harness.triggers(TRIGGER, SOURCE);
    await s3.put('s3://inbox/new/a.jpg', 'one');
    await s3.put('s3://inbox/new/deep/b.jpg', 'two');
    const first = [harness.scheduler(objects()), harness.scheduler(objects())];
    for (const each of first) each.start();
    await fired(2);
    await s3.put('s3://inbox/new/c.jpg', 'three');
    await fired(3);
    for (const each of first) await each.close();
    s3.requests.length = 0;
    const again = harness.scheduler(objects());
    again.start();
    // Two whole listings after the restart.
    await waitFor(() => s3.count(/list-type=2/) >= 3);
    expect(await seen()).toEqual(['s3://inbox/new/a.jpg', 's3://inbox/new/c.jpg', 's3://inbox/new/deep/b.jpg']);
    await s3.put('s3://inbox/new/a.jpg', 'other content');
    await fired(4);
    expect((await seen()).filter((url) => url.endsWith('a.jpg'))).toHaveLength(2);
  });

  test('a bucket outside the rules pauses the trigger with the reason', async () => {
    await harness.open();
    harness.triggers(TRIGGER, SOURCE);
    harness.scheduler(new ObjectStorageRules(storage, { buckets: ['others'] })).start();
    const paused = await waitFor(async () => (await harness.schedule().catch(() => undefined))?.paused_reason);
    expect(paused).toMatch(/this project may use \(others\)/);
  });

  test('a storage that is away for a while loses no object', async () => {
    await harness.open();
    harness.triggers(TRIGGER, SOURCE);
    const errors = jest.spyOn(console, 'error').mockImplementation(() => undefined);
    s3.fault = () => ({ status: 503, code: 'SlowDown' });
    await s3.put('s3://inbox/new/a.jpg', 'one');
    harness.scheduler(objects()).start();
    await waitFor(() => errors.mock.calls.length > 0);
    expect(JSON.stringify(errors.mock.calls[0])).toContain('A trigger failed and goes on.');
    s3.fault = undefined;
    await fired(1);
    errors.mockRestore();
  });
});
