import {
  DetectLabelsCommand,
  GetLabelDetectionCommand,
  RekognitionClient,
  StartLabelDetectionCommand,
  type GetLabelDetectionRequest,
  type GetLabelDetectionResponse,
} from '@aws-sdk/client-rekognition';
import { DetectDocumentTextCommand, TextractClient } from '@aws-sdk/client-textract';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { EXAMPLES, percept as command, removeDir, startPercept, type RunningPercept } from '../../harness/percept';
import { describeS3, PrivateS3 } from '../../harness/s3';
import { sending } from '../../harness/sending';
import { waitFor } from '../../harness/wait-for';

const Bytes = readFileSync(join(EXAMPLES, 'crossing.jpg'));
const Image = (Name: string, Bucket = 'pictures') => ({ S3Object: { Bucket, Name } });

describeS3('objects of S3 storage by the clients of AWS', () => {
  let s3: PrivateS3;
  let percept: RunningPercept;
  let rekognition: RekognitionClient;
  const { make } = sending(() => percept);
  const optionsFor = ({ aws_access_key_id, aws_secret_access_key }: any) => ({
    endpoint: percept.url,
    region: 'eu-central-1',
    credentials: { accessKeyId: aws_access_key_id, secretAccessKey: aws_secret_access_key },
    maxAttempts: 1,
  });
  beforeAll(async () => {
    s3 = await PrivateS3.start('pictures', 'secret');
    await s3.put('s3://pictures/day 1/crossing.jpg', Bytes);
    await s3.put('s3://pictures/harbour.mp4', readFileSync(join(EXAMPLES, '..', 'videos', 'harbour.mp4')));
    await s3.put('s3://pictures/notes.txt', 'no picture');
    const padded = Buffer.concat([Bytes, Buffer.alloc(6 * 1024 * 1024)]);
    for (const name of ['stuck-1', 'stuck-2', 'stuck-3', 'padded']) await s3.put(`s3://pictures/${name}.jpg`, padded);
    await s3.put('s3://pictures/large.bin', Buffer.alloc(16 * 1024 * 1024));
    await s3.put('s3://secret/crossing.jpg', Bytes);
    percept = await startPercept({ env: { ...s3.env, PERCEPT_S3_BUCKETS: 'pictures' } });
    rekognition = new RekognitionClient(optionsFor(await make({ plan: 'pro', aws: true, scopes: ['predict', 'pipelines'] })));
  });
  afterAll(async () => {
    rekognition.destroy();
    await percept.stop();
    await s3.stop();
    removeDir(percept.dataDir);
  });

  const errorOf = (call: Promise<unknown>): Promise<string> =>
    call.then(
      () => 'it was answered',
      (error) => `${error.$metadata?.httpStatusCode} ${error.name}: ${error.message}`,
    );
  const labelsOf = (image: object, client = rekognition) => client.send(new DetectLabelsCommand({ Image: image }));
  const job = (more: Partial<GetLabelDetectionRequest> & { JobId: string }): Promise<GetLabelDetectionResponse> =>
    rekognition.send(new GetLabelDetectionCommand(more));

  test('a picture of a bucket is answered as its bytes are', async () => {
    const [stored, sent] = await Promise.all([labelsOf(Image('day 1/crossing.jpg')), labelsOf({ Bytes })]);
    expect(stored.Labels!.length).toBeGreaterThan(0);
    expect(stored.Labels).toEqual(sent.Labels);
  });

  test.each([
    ['another bucket', Image('crossing.jpg', 'secret'), /^400 InvalidS3ObjectException: .*this project may use \(pictures\)/],
    ['no such object', Image('none.jpg'), /^400 InvalidS3ObjectException: .*does not exist/],
    ['no picture', Image('notes.txt'), /^400 InvalidImageFormatException/],
    ['more than 15 MB', Image('large.bin'), /^400 ImageTooLargeException: .*15 MB/],
    ['no name', { S3Object: { Bucket: 'pictures' } }, /^400 ValidationException: .*Image.S3Object.Name/],
    ['no bucket name', Image('a.jpg', '../x'), /^400 InvalidS3ObjectException: .*does not name a bucket/],
    [
      'a version',
      { S3Object: { Bucket: 'pictures', Name: 'a', Version: '1' } },
      /^400 InvalidS3ObjectException: .*newest version/,
    ],
    ['bytes too', { ...Image('day 1/crossing.jpg'), Bytes }, /^400 ValidationException: .*not both/],
  ])('%s is refused by name', async (_name, image, message) => {
    expect(await errorOf(labelsOf(image))).toMatch(message);
  });

  test('Textract reads a document of a bucket, and a key without the scope pipelines reads none', async () => {
    const options = optionsFor(await make({ plan: 'pro', aws: true, scopes: ['predict', 'pipelines'] }));
    const textract = new TextractClient(options);
    const { Blocks } = await textract.send(new DetectDocumentTextCommand({ Document: Image('day 1/crossing.jpg') }));
    expect(Blocks!.map(({ Text }) => Text)).toContain('STOP');
    textract.destroy();
    const limited = new RekognitionClient(optionsFor(await make({ aws: true, scopes: ['predict'] })));
    expect(await errorOf(labelsOf(Image('day 1/crossing.jpg'), limited))).toMatch(
      /InvalidS3ObjectException: .*scope 'pipelines'/,
    );
    limited.destroy();
  });

  test('objects take of the memory for media, in fair shares of projects', async () => {
    const small = await startPercept({ env: { ...s3.env, PERCEPT_S3_BUCKETS: 'pictures', PERCEPT_QUEUE_MB: '16' } });
    s3.stuck = /stuck/;
    try {
      const env = { PERCEPT_DATA_DIR: small.dataDir, PERCEPT_S3_BUCKETS: 'pictures' };
      await command(['projects', 'create', '--name', 'others'], { env });
      await command(['projects', 'update', 'others', '--buckets', 'pictures'], { env });
      const create = ['keys', 'create', '--project', 'others', '--name', 'theirs', '--scopes', 'predict', 'pipelines', '--json'];
      const { key } = JSON.parse((await command(create, { env })).stdout);
      const target = { 'x-amz-target': 'RekognitionService.DetectLabels', 'content-type': 'application/x-amz-json-1.1' };
      const ask = async (Name: string, bearer: string): Promise<string> => {
        const headers = { ...target, authorization: `Bearer ${bearer}` };
        const answer = await fetch(small.url, { method: 'POST', headers, body: JSON.stringify({ Image: Image(Name) }) });
        return `${answer.status} ${await answer.text()}`;
      };
      const read = (name: string) => waitFor(() => s3.count(new RegExp(`^GET /pictures/${name}`)) > 0);
      const first = ask('stuck-1.jpg', small.key);
      await read('stuck-1');
      const second = ask('stuck-2.jpg', small.key);
      await read('stuck-2');
      const third = ask('stuck-3.jpg', small.key);
      await waitFor(() => s3.count(/^HEAD .*stuck-3/) > 0);
      // One project alone may have all of it, but no more. Another one gets its share, and the youngest of the first ends.
      expect(await ask('padded.jpg', key)).toMatch(/^200 .*Labels/);
      expect(await second).toMatch(/^400 .*ProvisionedThroughputExceeded/);
      await read('stuck-3');
      const ends = Promise.allSettled([first, third]);
      await small.kill();
      expect((await ends).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    } finally {
      s3.stuck = undefined;
      await small.kill();
      removeDir(small.dataDir);
    }
  });

  test('a video: started, asked for until it has ended, page by page, by name and by segment', async () => {
    const Video = Image('harbour.mp4');
    const { JobId = '' } = await rekognition.send(new StartLabelDetectionCommand({ Video, MinConfidence: 40 }));
    const ended = await waitFor(async () => {
      const answer = await job({ JobId });
      return answer.JobStatus !== 'IN_PROGRESS' && answer;
    });
    expect(ended).toMatchObject({ JobStatus: 'SUCCEEDED', JobId, VideoMetadata: { FrameRate: expect.any(Number) } });
    const labels = ended.Labels!;
    expect(labels.length).toBeGreaterThan(1);
    const times = labels.map(({ Timestamp }) => Timestamp!);
    expect(times).toEqual([...times].sort((a, b) => a - b));
    for (const { Label } of labels) {
      expect(Label!.Confidence).toBeGreaterThanOrEqual(40);
      expect(Label!.Instances![0]!.BoundingBox!.Width).toBeLessThanOrEqual(1);
    }
    const first = await job({ JobId, MaxResults: 1 });
    const second = await job({ JobId, MaxResults: 1, NextToken: first.NextToken });
    expect([...first.Labels!, ...second.Labels!]).toEqual(labels.slice(0, 2));
    const segments = await job({ JobId, AggregateBy: 'SEGMENTS', SortBy: 'NAME' });
    const names = segments.Labels!.map(({ Label }) => Label!.Name!);
    expect(names).toEqual([...names].sort());
    for (const { StartTimestampMillis, EndTimestampMillis } of segments.Labels!)
      expect(EndTimestampMillis).toBeGreaterThanOrEqual(StartTimestampMillis!);
    expect(await errorOf(job({ JobId: JobId.replace(/[0-9a-f]{4}-/, '0000-') }))).toMatch(/^400 ResourceNotFoundException/);
    expect(await errorOf(job({ JobId, NextToken: 'x' }))).toMatch(/^400 InvalidPaginationTokenException/);
    expect(await errorOf(job({ JobId, SortBy: 'COLOUR' as never }))).toMatch(/^400 ValidationException: .*SortBy/);
  });

  test('a file that is not a video fails in the job, and one that cannot be read at the start', async () => {
    const start = (Name: string, more: object = {}) =>
      rekognition.send(new StartLabelDetectionCommand({ Video: Image(Name), ...more }));
    const { JobId = '' } = await start('notes.txt');
    const ended = await waitFor(async () => {
      const answer = await job({ JobId });
      return answer.JobStatus !== 'IN_PROGRESS' && answer;
    });
    expect([ended.JobStatus, ended.StatusMessage]).toEqual(['FAILED', expect.stringMatching(/video/i)]);
    expect(await errorOf(start('none.mp4'))).toMatch(/^400 InvalidS3ObjectException: .*does not exist/);
    const NotificationChannel = { SNSTopicArn: 'arn:aws:sns:eu-central-1:1:a', RoleArn: 'arn:aws:iam::1:role/a' };
    expect(await errorOf(start('harbour.mp4', { NotificationChannel }))).toMatch(/^400 ValidationException: .*webhook/);
  });
});
