import { existsSync, readFileSync } from 'node:fs';
import { PIPELINE, RunHarness } from '../../../../../test/harness/run-harness';
import { describeS3, PrivateS3, S3_CREDENTIALS } from '../../../../../test/harness/s3';
import { ObjectStorage, ObjectStorageRules } from '../../durable/object-storage';
import type { RunResponse } from './entities';

describeS3('runs over object storage', () => {
  const harness = new RunHarness();
  let s3: PrivateS3;
  let storage: ObjectStorage;
  beforeAll(async () => {
    Object.assign(process.env, S3_CREDENTIALS);
    s3 = await PrivateS3.start('photos', 'closed');
    storage = new ObjectStorage({ endpoint: s3.url, attempts: 2 });
  });
  afterAll(async () => {
    await storage.close();
    await s3.stop();
  });
  beforeEach(async () => {
    s3.fault = undefined;
    await storage.removeAll({ bucket: 'photos', key: '' });
    for (const name of ['a.jpg', 'b.jpg', 'c.jpg']) await s3.put(`s3://photos/in/${name}`, `bytes of ${name}`);
    await harness.open(undefined, { working: false });
    await harness.pipelines.close();
    harness.pipelines = harness.service({ objects: new ObjectStorageRules(storage, { buckets: ['photos'] }) });
    harness.pipelines.work();
    s3.requests.length = 0;
  });

  const SOURCE = PIPELINE.replace('${{ inputs.folder }}/**/*.{jpg,png}', 's3://photos/in/*.jpg').replace(
    'day: ${{ photo.modified.substring(0, 4) }}',
    'key: ${{ photo.key }}\n      etag: ${{ photo.etag }}',
  );
  const CACHED = SOURCE.replace('add: 1 }\n', 'add: 1 }\n        cache: 30d\n');
  const API = { roots: ['/nowhere'] };
  const errors = async (run: RunResponse) =>
    (await harness.pipelines.items(run.id)).rows.map(({ key, error }) => [key.slice(-5), error?.code, error?.reason]);
  const sent = () =>
    harness.host.calls
      .map(({ input }) => (input.media && 'bytes' in input.media ? Buffer.from(input.media.bytes).toString() : ''))
      .sort();

  test('an image is an object: the capability gets its bytes', async () => {
    const run = await harness.run(SOURCE, API);
    expect(run).toMatchObject({ status: 'succeeded', counts: { total: 3, succeeded: 3 } });
    expect(sent()).toEqual(['bytes of a.jpg', 'bytes of b.jpg', 'bytes of c.jpg']);
    expect(harness.host.calls[0]!.input.fields).toEqual({ add: 1 });
  });

  test('a video is an object: the capability gets a file of its bytes, which goes with the call', async () => {
    const source = SOURCE.replace('test.echo', 'test.watch').replace(
      '{ image: "${{ photo.path }}", add: 1 }',
      '{ video: "${{ photo.path }}" }',
    );
    const files: string[] = [];
    const contents: string[] = [];
    harness.host.answer = async () => {
      for (const { input } of harness.host.calls) {
        if (!input.media || !('file' in input.media) || files.includes(input.media.file)) continue;
        files.push(input.media.file);
        contents.push(readFileSync(input.media.file, 'utf8'));
      }
      return { seen: '', total: 1 };
    };
    expect(await harness.run(source, API)).toMatchObject({ status: 'succeeded', counts: { total: 3, succeeded: 3 } });
    expect(contents.sort()).toEqual(['bytes of a.jpg', 'bytes of b.jpg', 'bytes of c.jpg']);
    expect(harness.host.calls.map(({ input }) => input.fields)).toEqual([{}, {}, {}]);
    expect(files.filter((file) => existsSync(file))).toEqual([]);
  });

  test('a video that is gone when its turn comes fails alone, with the reason', async () => {
    const source = SOURCE.replace('test.echo', 'test.watch')
      .replace('{ image: "${{ photo.path }}", add: 1 }', '{ video: "${{ photo.path }}" }')
      .replace('as: photo', 'as: photo\n      concurrency: 1\n      tolerate: 100%');
    harness.host.answer = async () => {
      await s3.remove('s3://photos/in/b.jpg');
      return { seen: '', total: 1 };
    };
    const run = await harness.run(source, API);
    expect(run).toMatchObject({ status: 'partial', counts: { succeeded: 2, failed: 1 } });
    expect((await errors(run))[1]).toEqual(['b.jpg', 'NOT_FOUND', expect.stringMatching(/deleted after it was listed/)]);
  });

  test('a list of URLs is an object, and its lines are the items', async () => {
    await s3.put('s3://photos/lists/urls.txt', '# holiday\nhttps://example.com/a.jpg\nnot a url\nhttps://example.com/c.jpg\n');
    const source = PIPELINE.replace('files: ${{ inputs.folder }}/**/*.{jpg,png}', 'urls: s3://photos/lists/urls.txt')
      .replace('${{ photo.path }}', '${{ photo.url }}')
      .replace(/ {4}collect:[^]*?outputs:[^]*/, '');
    const run = await harness.run(source.replace('as: photo', 'as: photo\n      tolerate: 1'), API);
    expect(run).toMatchObject({ status: 'partial', counts: { total: 3, succeeded: 2, failed: 1 } });
    expect(harness.host.calls.map(({ fields }) => fields.image).sort()).toEqual([
      'https://example.com/a.jpg',
      'https://example.com/c.jpg',
    ]);
    const closed = source.replace('s3://photos/lists', 's3://closed/lists');
    await expect(harness.start(closed, API)).rejects.toMatchObject({
      code: 'FORBIDDEN',
      message: /this project may use \(photos\)/,
    });
  });

  test('an unchanged object is not fetched again, and a changed one is', async () => {
    await harness.run(CACHED, API);
    s3.requests.length = 0;
    expect(await harness.run(CACHED, API)).toMatchObject({ counts: { succeeded: 3, cached: 3 } });
    expect(s3.count(/\.jpg/)).toBe(0);
    await s3.put('s3://photos/in/b.jpg', 'other bytes');
    expect(await harness.run(CACHED, API)).toMatchObject({ counts: { succeeded: 3, cached: 2 } });
    expect(s3.count(/GET .*\.jpg/)).toBe(1);
  });

  test('an object that the source does not list is asked for its ETag', async () => {
    const source = CACHED.replace('files: s3://photos/in/*.jpg', 'items: [a, b]')
      .replace('${{ photo.path }}', 's3://photos/in/${{ photo }}.jpg')
      .replace(/ {4}collect:[^]*?outputs:[^]*/, '');
    await harness.run(source, API);
    s3.requests.length = 0;
    expect(await harness.run(source, API)).toMatchObject({ counts: { succeeded: 2, cached: 2 } });
    expect([s3.count(/HEAD/), s3.count(/GET/)]).toEqual([2, 0]);
  });

  test('an object that is gone, replaced or forbidden fails alone, with the reason', async () => {
    let listed = false;
    s3.fault = (method, path) => {
      if (/list-type=2/.test(path)) listed = true;
      return listed && /c\.jpg/.test(path) ? { status: 403, code: 'AccessDenied' } : undefined;
    };
    const source = SOURCE.replace('as: photo', 'as: photo\n      concurrency: 1\n      tolerate: 100%');
    harness.host.answer = async ({ image }) => {
      await s3.remove('s3://photos/in/b.jpg');
      return { seen: String(image), total: 1 };
    };
    const run = await harness.run(source, API);
    expect(run.status).toBe('partial');
    expect(await errors(run)).toEqual([
      ['a.jpg', undefined, undefined],
      ['b.jpg', 'NOT_FOUND', expect.stringMatching(/deleted after it was listed/)],
      ['c.jpg', 'FORBIDDEN', expect.stringMatching(/refuses access \(AccessDenied\)/)],
    ]);
  });

  test('an object that was replaced after the listing fails with a conflict', async () => {
    const source = SOURCE.replace('as: photo', 'as: photo\n      concurrency: 1\n      tolerate: 100%');
    harness.host.answer = async () => {
      await s3.put('s3://photos/in/c.jpg', 'replaced');
      return { seen: '', total: 1 };
    };
    const run = await harness.run(source, API);
    expect((await errors(run))[2]).toEqual(['c.jpg', 'CONFLICT', expect.stringMatching(/replaced after it was listed/)]);
  });

  test('a storage that asks to slow down fails no item while attempts are left', async () => {
    let refused = 0;
    s3.fault = (_method, path) => (/b\.jpg/.test(path) && refused++ < 3 ? { status: 503, code: 'SlowDown' } : undefined);
    const source = SOURCE.replace('add: 1 }\n', 'add: 1 }\n        retry: { attempts: 3, delay: 10ms }\n');
    expect(await harness.run(source, API)).toMatchObject({ status: 'succeeded' });
    expect(refused).toBeGreaterThan(3);
  });

  test('a bucket outside the rules is refused before the run, and the command line may use it', async () => {
    await s3.put('s3://closed/in/a.jpg', 'x');
    const source = SOURCE.replace('s3://photos/in', 's3://closed/in');
    await expect(harness.start(source, API)).rejects.toMatchObject({
      code: 'FORBIDDEN',
      message: /this project may use \(photos\)/,
    });
    expect(await harness.run(source)).toMatchObject({ status: 'succeeded' });
    const late = SOURCE.replace('${{ photo.path }}', 's3://closed/in/a.jpg').replace(
      'as: photo',
      'as: photo\n      tolerate: 100%',
    );
    expect((await errors(await harness.run(late, API)))[0]![1]).toBe('FORBIDDEN');
  });
});
