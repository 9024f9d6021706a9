import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { EXAMPLES, removeDir, startPercept, type RunningPercept } from '../../harness/percept';
import { describePostgres, PrivatePostgres } from '../../harness/postgres';
import { PrivateS3, withoutS3 } from '../../harness/s3';
import { ALL_SCOPES, sending } from '../../harness/sending';
import { waitFor } from '../../harness/wait-for';

const image = readFileSync(join(EXAMPLES, 'crossing.jpg'));
const PIPELINE = `version: 1
name: looks
inputs:
  picture: { type: string }
steps:
  - { id: look, uses: vision.detect, with: { image: '\${{ inputs.picture }}', min_confidence: 0.5 } }
`;

(withoutS3 ? describe.skip : describePostgres)('uploads in object storage', () => {
  let postgres: PrivatePostgres;
  let s3: PrivateS3;
  /** One that only answers, and one on another machine: with a data folder of its own. */
  let services: RunningPercept[] = [];
  const [first, second] = [sending(() => services[0]!), sending(() => services[1]!)];
  beforeAll(async () => {
    [postgres, s3] = await Promise.all([PrivatePostgres.start(), PrivateS3.start('percept')]);
    const shared = {
      PERCEPT_DATABASE_URL: await postgres.database(),
      PERCEPT_WEBHOOK_KEY: Buffer.alloc(32, 7).toString('base64'),
    };
    const env = { ...s3.env, ...shared, PERCEPT_STORAGE_URL: 's3://percept/files' };
    const api = await startPercept({ env, args: ['--role', 'api'] });
    services = [api, await startPercept({ env, key: api.key })];
  });
  afterAll(async () => {
    for (const service of services) {
      await service.stop();
      removeDir(service.dataDir);
    }
    await s3.stop();
    await postgres.stop();
  });

  const upload = async (key = services[0]!.key): Promise<{ status: number; body: any }> => {
    const headers = { 'content-type': 'image/jpeg', authorization: `Bearer ${key}` };
    const answer = await services[0]!.fetch('/v2/uploads', { method: 'POST', headers, body: new Uint8Array(image) });
    return { status: answer.status, body: await answer.json() };
  };
  const objectOf = (id: string): Promise<string | undefined> => s3.text(`s3://percept/files/uploads/${id}`);

  test('a handle of one machine works on another that shares no folder: in calls, in a pipeline and as a download', async () => {
    const { id, content_url } = (await upload()).body;
    expect(await objectOf(id)).toBeDefined();
    for (const { dataDir } of services) expect(existsSync(join(dataDir, 'uploads', id))).toBe(false);
    const direct = (await second.post('/v2/vision/detect', { image_data: image.toString('base64'), min_confidence: 0.5 })).body;
    const here = await second.post('/v2/vision/detect', { image: id, min_confidence: 0.5 });
    expect([here.status, here.body.detections]).toEqual([200, direct.detections]);
    const content = await services[1]!.fetch(content_url);
    expect([content.headers.get('content-type'), image.equals(Buffer.from(await content.arrayBuffer()))]).toEqual([
      'image/jpeg',
      true,
    ]);

    expect((await first.send('/v2/pipelines/looks', { method: 'PUT', body: { source: PIPELINE } })).status).toBe(201);
    const run = (await first.post('/v2/pipelines/looks/runs', { inputs: { picture: id } })).body;
    const ended = await waitFor(async () => {
      const { body } = await first.send(`/v2/runs/${run.id}`);
      return body.ended_at && body;
    });
    expect([ended.status, ended.workers.length]).toEqual(['succeeded', 1]);
    const [item] = (await first.send(`/v2/runs/${run.id}/items`)).body.items;
    expect(item.results.look.total_objects).toBe(direct.total_objects);

    expect((await second.send(`/v2/uploads/${id}`, { method: 'DELETE' })).status).toBe(204);
    expect([await objectOf(id), (await first.send(content_url)).status]).toEqual([undefined, 404]);
  });

  test('a storage that fails is an error of the service, which does not say where it is, and keeps no row', async () => {
    const { id, content_url } = (await upload()).body;
    s3.fault = () => ({ status: 403, code: 'AccessDenied' });
    const refused = await upload();
    const read = await second.post('/v2/vision/detect', { image_url: id });
    const download = await second.send(content_url);
    s3.fault = undefined;
    for (const { status, body } of [refused, read, download]) {
      expect([status, body.error.code, body.error.message]).toEqual([
        503,
        'OVERLOADED',
        expect.stringContaining('cannot be used'),
      ]);
      expect(JSON.stringify(body)).not.toContain('s3:');
    }
    expect((await first.send('/v2/uploads')).body.uploads.map((each: any) => each.id)).toEqual([id]);
    await s3.remove(`s3://percept/files/uploads/${id}`);
    const gone = await second.post('/v2/vision/detect', { image_url: id });
    expect([gone.status, gone.body.error.code]).toEqual([404, 'NOT_FOUND']);
  });

  describe('what is deleted for good loses its objects', () => {
    const WRITES = `version: 1
name: writes
steps:
  - id: each
    for_each: { items: [good, bad], as: word }
    steps:
      - { id: judge, uses: text.sentiment, with: { text: '\${{ word }}' } }
    collect: { mood: '\${{ judge.sentiment }}' }
outputs:
  - { jsonl: moods.jsonl, rows: '\${{ each.rows }}' }
`;
    const run = async (key: string): Promise<string> => {
      expect((await first.send('/v2/pipelines/writes', { method: 'PUT', key, body: { source: WRITES } })).status).toBeLessThan(
        300,
      );
      const { id } = (await first.post('/v2/pipelines/writes/runs', {}, { key })).body;
      await waitFor(async () => (await first.send(`/v2/runs/${id}`, { key })).body.status === 'succeeded');
      return id as string;
    };
    const resultOf = (id: string): Promise<string | undefined> => s3.text(`s3://percept/files/runs/${id}/moods.jsonl`);

    test('a run, and no other one', async () => {
      const [gone, stays] = [await run(services[0]!.key), await run(services[0]!.key)];
      expect([await resultOf(gone), await resultOf(stays)]).toEqual([expect.stringContaining('mood'), expect.any(String)]);
      expect((await first.send(`/v2/runs/${gone}`, { method: 'DELETE' })).status).toBe(204);
      expect([await resultOf(gone), await resultOf(stays)]).toEqual([undefined, expect.any(String)]);
    });

    test('a project, with its runs and its uploads, and no other one', async () => {
      const kept = [await run(services[0]!.key), (await upload()).body.id];
      const { body: project } = await first.post('/v2/projects', { name: 'leaving' });
      const headers = { 'percept-project': project.id };
      const { key } = (await first.post('/v1/keys', { name: 'leaver', scopes: ALL_SCOPES }, { headers })).body;
      const theirs = [await run(key), (await upload(key)).body.id];
      const seen = async ([ran, sent]: string[]) => [await resultOf(ran!), await objectOf(sent!)];
      expect(await seen(theirs)).toEqual([expect.any(String), expect.any(String)]);
      expect((await first.send(`/v2/projects/${project.id}`, { method: 'DELETE' })).status).toBe(202);
      await waitFor(async () => (await first.send(`/v2/projects/${project.id}`)).status === 404);
      await waitFor(async () => (await seen(theirs)).every((each) => each === undefined));
      expect(await seen(kept)).toEqual([expect.any(String), expect.any(String)]);
    });
  });
});
