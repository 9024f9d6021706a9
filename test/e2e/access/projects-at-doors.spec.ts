import { GetLabelDetectionCommand, RekognitionClient } from '@aws-sdk/client-rekognition';
import type { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { EXAMPLES, removeDir, startPercept, tempDir, type RunningPercept } from '../../harness/percept';
import { sending } from '../../harness/sending';
import { waitFor } from '../../harness/wait-for';
import { connecting } from '../compat/mcp/connect';
import { MARK, PIPELINE } from './project-routes';

const pipelines = tempDir();
let percept: RunningPercept;
/** A key of another project. */
let stranger: { key: string; aws_access_key_id: string; aws_secret_access_key: string };
/** Ids of what the first project has. */
const own = { upload: '', run: '', analysis: '' };

const { send, post } = sending(() => percept);
const connect = connecting(() => percept, '2025-11-25');

beforeAll(async () => {
  percept = await startPercept({ env: { PERCEPT_PIPELINES_DIR: pipelines } });
  const { id } = (await post('/v2/projects', { name: 'stranger' })).body;
  const made = await post(
    '/v1/keys',
    { name: 'theirs', scopes: ['predict', 'pipelines'], aws: true },
    { headers: { 'percept-project': id } },
  );
  expect(made.status).toBe(201);
  stranger = made.body;
  expect((await send(`/v2/pipelines/${MARK}`, { method: 'PUT', body: { source: PIPELINE } })).status).toBe(201);
  const sent = (path: string, file: string, type: string, more = {}) =>
    percept
      .fetch(path, {
        method: 'POST',
        headers: { 'content-type': type, ...more },
        body: new Uint8Array(readFileSync(join(EXAMPLES, '..', file))),
      })
      .then((answer) => answer.json() as Promise<{ id: string }>);
  own.upload = (await sent('/v2/uploads', 'images/crossing.jpg', 'image/jpeg')).id;
  const video = '/v2/vision/video/analyze?frame_interval=15&features=objects';
  own.analysis = (await sent(video, 'videos/harbour.mp4', 'video/mp4', { prefer: 'respond-async' })).id;
  own.run = (await post(`/v2/pipelines/${MARK}/runs`, {})).body.id;
  for (const path of [`/v2/runs/${own.run}`, `/v2/analyses/${own.analysis}`])
    await waitFor(async () => ['succeeded', 'failed'].includes((await send(path)).body.status));
});
afterAll(async () => {
  await percept.stop();
  for (const folder of [percept.dataDir, pipelines]) removeDir(folder);
});

interface Asked {
  status: number;
  text: string;
}
const ask = async (path: string, key: string, body: object | FormData, headers = {}): Promise<Asked> => {
  const isForm = body instanceof FormData;
  const answer = await fetch(`${percept.url}${path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, ...(!isForm && { 'content-type': 'application/json' }), ...headers },
    body: isForm ? body : JSON.stringify(body),
  });
  return { status: answer.status, text: await answer.text() };
};
const aws = (target: string) => ({
  'content-type': 'application/x-amz-json-1.1',
  'x-amz-target': `RekognitionService.${target}`,
});
const annotate = (part: object) => ({ requests: [{ image: part, features: [{ type: 'OBJECT_LOCALIZATION' }] }] });
const form = (fields: Record<string, string>): FormData => {
  const made = new FormData();
  for (const [name, value] of Object.entries(fields)) made.append(name, value);
  return made;
};

/** A handle that is taken for Base64 is bytes that look like text or not, as chance has it. */
const withoutHandle = (text: string): string =>
  text.replaceAll(/upl_\w+/g, 'ID').replaceAll(/what was sent is [^;]+/g, 'what was sent is SOMETHING');

interface Question {
  path: string;
  body: () => object;
  headers?: Record<string, string>;
  /** The project itself gets an answer with this. The others of these doors take no handles and know no names of pipelines. */
  answers?: RegExp;
}
const QUESTIONS: Record<string, Question> = {
  "AWS: a job's id": {
    path: '/',
    headers: aws('GetLabelDetection'),
    body: () => ({ JobId: `${own.analysis}-50` }),
    answers: /"JobStatus":"SUCCEEDED"/,
  },
  'AWS: a handle as bytes': { path: '/', headers: aws('DetectLabels'), body: () => ({ Image: { Bytes: own.upload } }) },
  'Google: a handle as address': {
    path: '/v1/images:annotate',
    body: () => annotate({ source: { imageUri: own.upload } }),
    answers: /localizedObjectAnnotations/,
  },
  'Google: a handle as content': { path: '/v1/images:annotate', body: () => annotate({ content: own.upload }) },
  'DeepStack: a handle as a field': { path: '/v1/vision/detection', body: () => form({ image: own.upload }) },
  'DeepStack: a handle as an address': { path: '/v1/vision/detection', body: () => form({ image_url: own.upload }) },
  'KServe: a pipeline as a model': { path: `/v2/models/${MARK}/infer`, body: () => ({ inputs: [] }) },
  'KServe: a handle as a model': { path: '/v2/models/handle/infer', body: () => ({ model_name: own.upload, inputs: [] }) },
};

/** Of these, nothing may be in an answer to another project. What was asked for is left out of errors before. */
const shown = (text: string): boolean => /JobStatus|localizedObjectAnnotations|predictions|stop sign|"outputs"/.test(text);

test.each(Object.entries(QUESTIONS))('%s: another project learns nothing', async (_name, { path, body, headers, answers }) => {
  const theirs = await ask(path, stranger.key, body(), headers);
  const unknown = JSON.stringify(body()).replaceAll(/(ana|upl)_\w+/g, (id) => id.replaceAll(/\d/g, '0'));
  expect(shown(theirs.text)).toBe(false);
  // As for one that does not exist: nobody can tell whether there is one.
  if (!(body() instanceof FormData)) {
    const none = await ask(path, stranger.key, JSON.parse(unknown) as object, headers);
    expect([none.status, withoutHandle(none.text)]).toEqual([theirs.status, withoutHandle(theirs.text)]);
  }
  if (answers) expect((await ask(path, percept.key, body(), headers)).text).toMatch(answers);
});

test("AWS: a signature with the pair of another project's key finds no job", async () => {
  const credentials = { accessKeyId: stranger.aws_access_key_id, secretAccessKey: stranger.aws_secret_access_key };
  const client = new RekognitionClient({ endpoint: percept.url, region: 'eu-central-1', credentials, maxAttempts: 1 });
  const job = client.send(new GetLabelDetectionCommand({ JobId: `${own.analysis}-50` }));
  await expect(job).rejects.toMatchObject({ name: 'ResourceNotFoundException' });
  client.destroy();
});

describe('MCP', () => {
  let [mine, theirs]: Client[] = [];
  beforeAll(async () => {
    [mine, theirs] = [await connect(percept.key, '?toolset=pipelines'), await connect(stranger.key, '?toolset=pipelines')];
  });
  afterAll(() => Promise.all([mine!.close(), theirs!.close()]));

  test('lists name nothing of another project', async () => {
    const listed = async (client: Client): Promise<string> =>
      JSON.stringify([await client.listTools(), await client.listResources()]);
    const [ours, others] = [await listed(mine!), await listed(theirs!)];
    for (const each of [`run_${MARK}`, `pipelines/${MARK}`, own.run, own.upload]) {
      expect(ours).toContain(each);
      expect(others).not.toContain(each);
    }
  });

  test('resources of another project are read by nobody', async () => {
    const uris = [`runs/${own.run}`, `runs/${own.run}/items`, `pipelines/${MARK}`, `uploads/${own.upload}`];
    for (const uri of [...uris, `runs/${own.run}/outputs/none`].map((each) => `percept://${each}`)) {
      if (!uri.endsWith('none')) expect((await mine!.readResource({ uri })).contents).toHaveLength(1);
      await expect(theirs!.readResource({ uri })).rejects.toMatchObject({ code: -32_602 });
    }
  });

  test('tools start no pipeline of another project, and read no upload of it', async () => {
    const before = (await send('/v2/runs')).body.runs.length;
    const calls: [string, object][] = [
      [`run_${MARK}`, {}],
      ['pipeline_run', { name: MARK }],
      ['vision_detect', { image: own.upload }],
    ];
    const all = await connect(stranger.key);
    for (const [name, args] of calls) {
      const answer: any = await all.callTool({ name, arguments: args as Record<string, unknown> });
      expect([name, answer.isError, answer.content[0].text]).toEqual([
        name,
        true,
        expect.stringMatching(/NOT_FOUND|does not exist/),
      ]);
    }
    await all.close();
    expect((await send('/v2/runs')).body.runs).toHaveLength(before);
  });

  test('a session of another project is as unknown as one that was never opened', async () => {
    const { sessionId } = mine!.transport as unknown as StreamableHTTPClientTransport;
    const list = { jsonrpc: '2.0', id: 1, method: 'tools/list' };
    const accept = 'application/json, text/event-stream';
    const use = async (session: string, key: string): Promise<number> =>
      (await ask('/mcp', key, list, { accept, 'mcp-session-id': session })).status;
    const unknown = sessionId!.replaceAll(/[1-9]/g, '0');
    expect([await use(sessionId!, percept.key), await use(sessionId!, stranger.key), await use(unknown, stranger.key)]).toEqual([
      200, 404, 404,
    ]);
  });
});
