import {
  CompareFacesCommand,
  CreateCollectionCommand,
  DeleteCollectionCommand,
  DeleteFacesCommand,
  DescribeCollectionCommand,
  IndexFacesCommand,
  ListCollectionsCommand,
  ListFacesCommand,
  RekognitionClient,
  SearchFacesByImageCommand,
  SearchFacesCommand,
} from '@aws-sdk/client-rekognition';
import sharp from 'sharp';
import { people } from '../../harness/fixtures/faces';
import { removeDir, startPercept, type RunningPercept } from '../../harness/percept';
import { sending } from '../../harness/sending';

let percept: RunningPercept;
let client: RekognitionClient;
const { make, send } = sending(() => percept);
beforeAll(async () => {
  percept = await startPercept({ env: { PERCEPT_FACE_RECOGNITION: 'on' } });
  const { aws_access_key_id: accessKeyId, aws_secret_access_key: secretAccessKey } = await make({
    aws: true,
    scopes: ['predict'],
  });
  const credentials = { accessKeyId, secretAccessKey };
  client = new RekognitionClient({ endpoint: percept.url, region: 'eu-central-1', credentials, maxAttempts: 1 });
});
afterAll(async () => {
  client.destroy();
  await percept.stop();
  removeDir(percept.dataDir);
});

const jpeg = (svg: string): Promise<Buffer> => sharp(Buffer.from(svg)).flatten().jpeg().toBuffer();
const again = (svg: string): Promise<Buffer> =>
  sharp(Buffer.from(svg)).flatten().resize(360).rotate(8, { background: '#b9c4c9' }).jpeg({ quality: 60 }).toBuffer();
const CollectionId = 'staff';
const index = async (svg: string, ExternalImageId: string, more = {}) =>
  client.send(new IndexFacesCommand({ CollectionId, ExternalImageId, Image: { Bytes: await jpeg(svg) }, ...more }));

test('a collection is made once, found, listed and deleted', async () => {
  const made = await client.send(new CreateCollectionCommand({ CollectionId }));
  expect([made.StatusCode, typeof made.CollectionArn]).toEqual([200, 'string']);
  await expect(client.send(new CreateCollectionCommand({ CollectionId }))).rejects.toMatchObject({
    name: 'ResourceAlreadyExistsException',
  });
  await client.send(new CreateCollectionCommand({ CollectionId: 'visitors' }));
  const first = await client.send(new ListCollectionsCommand({ MaxResults: 1 }));
  const rest = await client.send(new ListCollectionsCommand({ NextToken: first.NextToken }));
  expect([...first.CollectionIds!, ...rest.CollectionIds!]).toEqual(['staff', 'visitors']);
  expect((await client.send(new DeleteCollectionCommand({ CollectionId: 'visitors' }))).StatusCode).toBe(200);
  // Double Take asks so whether it must create its collection.
  const { FaceCount, CreationTimestamp } = await client.send(new DescribeCollectionCommand({ CollectionId }));
  expect([FaceCount, CreationTimestamp instanceof Date]).toEqual([0, true]);
  await expect(client.send(new DescribeCollectionCommand({ CollectionId: 'visitors' }))).rejects.toMatchObject({
    name: 'ResourceNotFoundException',
  });
});

test('names are as those of Rekognition, and a page may be of the size 0', async () => {
  const name = 'MyFaces.Main-1';
  await client.send(new CreateCollectionCommand({ CollectionId: name }));
  const { CollectionIds } = await client.send(new ListCollectionsCommand({ MaxResults: 0 }));
  expect(CollectionIds).toEqual(expect.arrayContaining([name, 'staff']));
  expect(await client.send(new DescribeCollectionCommand({ CollectionId: name }))).toMatchObject({ FaceCount: 0, UserCount: 0 });
  await client.send(new DeleteCollectionCommand({ CollectionId: name }));
  await expect(client.send(new CreateCollectionCommand({ CollectionId: '../people' }))).rejects.toMatchObject({
    name: 'ValidationException',
    message: expect.stringContaining('CollectionId'),
  });
});

test('faces are indexed, found by another picture and by their id, and deleted', async () => {
  const indexed = await index(people.dark, 'ada');
  const [{ Face, FaceDetail }] = indexed.FaceRecords as [NonNullable<typeof indexed.FaceRecords>[number]];
  expect(Face).toMatchObject({
    ExternalImageId: 'ada',
    FaceId: expect.stringMatching(/^[0-9a-f]{8}-/),
    ImageId: expect.any(String),
  });
  expect(FaceDetail!.BoundingBox!.Width! > 0.2 && FaceDetail!.BoundingBox!.Width! < 0.6).toBe(true);
  await index(people.dark, 'ada');
  await index(people.stern, 'ben');

  const Image = { Bytes: await again(people.dark) };
  const found = await client.send(new SearchFacesByImageCommand({ CollectionId, Image, FaceMatchThreshold: 80 }));
  expect(found.FaceMatches!.map((match) => match.Face!.ExternalImageId)).toEqual(['ada', 'ada']);
  expect(found.FaceMatches![0]!.Similarity).toBeGreaterThan(90);
  expect(found.SearchedFaceBoundingBox!.Width).toBeGreaterThan(0);
  const stranger = { Bytes: await again(people.fair) };
  expect((await client.send(new SearchFacesByImageCommand({ CollectionId, Image: stranger }))).FaceMatches).toEqual([]);
  const all = await client.send(
    new SearchFacesByImageCommand({ CollectionId, Image: stranger, FaceMatchThreshold: 0, MaxFaces: 2 }),
  );
  expect(all.FaceMatches).toHaveLength(2);

  const byId = await client.send(new SearchFacesCommand({ CollectionId, FaceId: Face!.FaceId }));
  expect(byId.FaceMatches!.map((match) => [match.Face!.ExternalImageId, match.Face!.FaceId === Face!.FaceId])).toEqual([
    ['ada', false],
  ]);

  const same = { CollectionId, Image: { Bytes: await jpeg(people.dark) }, FaceMatchThreshold: 100, MaxFaces: 4096 };
  expect((await client.send(new SearchFacesByImageCommand(same))).FaceMatches).toMatchObject([
    { Similarity: 100 },
    { Similarity: 100 },
  ]);
  const one = await client.send(new ListFacesCommand({ CollectionId, FaceIds: [Face!.FaceId!] }));
  expect(one.Faces!.map((face) => face.FaceId)).toEqual([Face!.FaceId]);

  const page = await client.send(new ListFacesCommand({ CollectionId, MaxResults: 2 }));
  const next = await client.send(new ListFacesCommand({ CollectionId, NextToken: page.NextToken }));
  expect([...page.Faces!, ...next.Faces!].map((face) => face.ExternalImageId)).toEqual(['ben', 'ada', 'ada']);
  const gone = '01234567-89ab-7def-8123-456789abcdef';
  const deleted = await client.send(new DeleteFacesCommand({ CollectionId, FaceIds: [Face!.FaceId!, Face!.FaceId!, gone] }));
  expect(deleted.DeletedFaces).toEqual([Face!.FaceId]);
  expect(deleted.UnsuccessfulFaceDeletions).toEqual([{ FaceId: gone, Reasons: ['FACE_NOT_FOUND'] }]);
  // The same people as on our own routes.
  expect((await send('/v2/collections/staff')).body).toMatchObject({ kind: 'faces', entries: 2, keep_pictures: false });
});

test('a picture of two people, with one to be indexed, tells who is left out', async () => {
  const both = await sharp({ create: { width: 960, height: 640, channels: 3, background: '#b9c4c9' } })
    .composite([
      { input: await jpeg(people.stern), left: 0, top: 0 },
      { input: await jpeg(people.dark), left: 480, top: 0 },
    ])
    .jpeg()
    .toBuffer();
  const { FaceRecords, UnindexedFaces } = await client.send(
    new IndexFacesCommand({ CollectionId, Image: { Bytes: both }, MaxFaces: 1 }),
  );
  expect([FaceRecords!.length, UnindexedFaces!.map(({ Reasons }) => Reasons)]).toEqual([1, [['EXCEEDS_MAX_FACES']]]);
  const SourceImage = { Bytes: await again(people.dark) };
  const compared = await client.send(new CompareFacesCommand({ SourceImage, TargetImage: { Bytes: both } }));
  expect([compared.FaceMatches!.length, compared.UnmatchedFaces!.length]).toEqual([1, 1]);
  expect(compared.FaceMatches![0]!.Face!.BoundingBox!.Left).toBeGreaterThan(0.5);
});

test('a picture without a face, a missing collection and a wrong id are errors that the SDK knows', async () => {
  const wall = await sharp({ create: { width: 200, height: 200, channels: 3, background: '#888' } })
    .jpeg()
    .toBuffer();
  const searches = [
    client.send(new SearchFacesByImageCommand({ CollectionId, Image: { Bytes: wall } })),
    client.send(new SearchFacesByImageCommand({ CollectionId: 'nobody', Image: { Bytes: wall } })),
    client.send(new SearchFacesCommand({ CollectionId, FaceId: 'mine' })),
    client.send(new SearchFacesCommand({ CollectionId, FaceId: '01234567-89ab-7def-8123-456789abcdef' })),
    client.send(new ListFacesCommand({ CollectionId, NextToken: 'x' })),
    client.send(new ListFacesCommand({ CollectionId, UserId: 'ada' })),
    client.send(
      new IndexFacesCommand({ CollectionId, Image: { Bytes: await jpeg(people.dark) }, ExternalImageId: 'x'.repeat(256) }),
    ),
  ];
  const names = await Promise.all(
    searches.map((each) =>
      each.then(
        () => 'found',
        (error: Error) => error.name,
      ),
    ),
  );
  expect(names).toEqual([
    ...['InvalidParameterException', 'ResourceNotFoundException', 'ValidationException'],
    ...['InvalidParameterException', 'InvalidPaginationTokenException', 'ValidationException', 'InvalidParameterException'],
  ]);
  const none = await client.send(new IndexFacesCommand({ CollectionId, Image: { Bytes: wall } }));
  expect(none.FaceRecords).toEqual([]);
});
