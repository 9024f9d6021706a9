import type { FoundItem, ItemSource } from '@percept/sdk/pipelines';
import { itemSourceContract } from '@percept/sdk/testing';
import { AllowedPaths, describeContract, ObjectStorage, ObjectStorageRules } from '../../../../test/harness/kinds';
import { describeS3, PrivateS3, S3_CREDENTIALS } from '../../../../test/harness/s3';
import { csvSource } from './csv';
import { files } from './files/files';
import { jsonl } from './jsonl';

describeS3('sources in object storage', () => {
  let s3: PrivateS3;
  let storage: ObjectStorage;
  beforeAll(async () => {
    Object.assign(process.env, S3_CREDENTIALS);
    s3 = await PrivateS3.start('photos');
    storage = new ObjectStorage({ endpoint: s3.url, attempts: 2 });
    for (const key of ['a.jpg', 'b.JPG', 'deep/c.jpg', 'deep/.hidden.jpg', 'd.txt']) await s3.put(`s3://photos/day/${key}`, key);
    await s3.put('s3://photos/three.csv', 'name\na\nb\nc\n');
    await s3.put('s3://photos/bad.csv', 'name,size\na,1\nb\nc,3\n');
    await s3.put('s3://photos/three.jsonl', '{"n":1}\n{"n":2}\n{"n":3}\n');
    await s3.put('s3://photos/bad.jsonl', '\ufeff{"n":"Grüße"}\n{n}\n{"n":3}\n');
  });
  afterAll(async () => {
    await storage.close();
    await s3.stop();
  });
  const objects = (isOpen: boolean) => new ObjectStorageRules(storage, { buckets: isOpen ? ['photos'] : ['others'] });
  const context = (_folder: string, isOpen: boolean) => ({ objects: objects(isOpen).for({ bounded: !isOpen }) });

  describeContract(
    'the item source files from s3',
    itemSourceContract(files, {
      context,
      three: () => 's3://photos/day/**/*.jpg',
      missing: () => 's3://nowhere/*.jpg',
    }),
  );
  describeContract(
    'the item source csv from s3',
    itemSourceContract(csvSource, {
      context,
      three: () => 's3://photos/three.csv',
      secondRefused: () => 's3://photos/bad.csv',
      missing: () => 's3://photos/none.csv',
    }),
  );
  describeContract(
    'the item source jsonl from s3',
    itemSourceContract(jsonl, {
      context,
      three: () => 's3://photos/three.jsonl',
      secondRefused: () => 's3://photos/bad.jsonl',
      missing: () => 's3://photos/none.jsonl',
    }),
  );

  const list = async (source: ItemSource, value: unknown, rules = objects(true)): Promise<FoundItem[]> => {
    const paths = await AllowedPaths.of({ base: '.', roots: ['/nowhere'] });
    const context = { scope: {}, paths, objects: rules.for(paths), rows: { pages: () => () => Promise.reject(new Error()) } };
    const found: FoundItem[] = [];
    const settings = { value: { kind: 'constant', value } as const, options: {} };
    for await (const item of source.list(settings, context as never)) found.push(item);
    return found;
  };

  test('an object has its address, key, size, time and ETag', async () => {
    const [first] = await list(files, 's3://photos/day/*.jpg');
    expect(first!.item).toEqual({
      path: 's3://photos/day/a.jpg',
      name: 'a.jpg',
      key: 'day/a.jpg',
      size: 5,
      modified: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
      etag: expect.stringMatching(/^[0-9a-f]{32}$/),
    });
  });

  test('a pattern for one folder does not list deeper ones, and braces and a bare bucket work', async () => {
    const keys = async (value: unknown) => (await list(files, value)).map(({ key }) => key);
    s3.requests.length = 0;
    expect(await keys('s3://photos/day/*.jpg')).toEqual(['s3://photos/day/a.jpg', 's3://photos/day/b.JPG']);
    expect(s3.count(/delimiter=/)).toBe(1);
    expect(await keys('s3://photos/{day,night}/deep/*.{jpg,png}')).toEqual(['s3://photos/day/deep/c.jpg']);
    expect(await keys(['s3://photos/*.csv'])).toEqual(['s3://photos/bad.csv', 's3://photos/three.csv']);
    await expect(keys('s3://PHOTOS/*.csv')).rejects.toMatchObject({ code: 'INVALID_REQUEST' });
  });

  test("a rule may name a prefix, and Percept's own files are never listed", async () => {
    const narrow = new ObjectStorageRules(storage, { buckets: ['photos/day/deep'] });
    expect(await list(files, 's3://photos/day/deep/*.jpg', narrow)).toHaveLength(1);
    await expect(list(files, 's3://photos/day/*.jpg', narrow)).rejects.toMatchObject({ code: 'FORBIDDEN' });
    await expect(list(jsonl, 's3://photos/three.jsonl', narrow)).rejects.toMatchObject({ code: 'FORBIDDEN' });
    const own = new ObjectStorageRules(storage, { buckets: ['photos'], own: { bucket: 'photos', key: 'day/deep/' } });
    expect((await list(files, 's3://photos/day/**/*.jpg', own)).map(({ key }) => key)).toEqual([
      's3://photos/day/a.jpg',
      's3://photos/day/b.JPG',
    ]);
  });
});
