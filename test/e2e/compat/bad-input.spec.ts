import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { EXAMPLES, removeDir, startPercept, type RunningPercept } from '../../harness/percept';
import { sending } from '../../harness/sending';
import { waitFor } from '../../harness/wait-for';

// Each kind of bad input at each door: the protocol's own error, counted as a request, none of it of the month, and nothing of
// another project in it. verify.spec.ts of the signatures has the 200 tampered requests.

const image = readFileSync(join(EXAMPLES, 'crossing.jpg'));
const text = Buffer.from('no picture');
const ACCEPT = 'application/json, text/event-stream';

let percept: RunningPercept;
const { send, post, make } = sending(() => percept);
let key: string;
/** What another project has: its name, a key, an upload, a pipeline and an accepted call. */
let theirs: Record<'name' | 'id' | 'key' | 'upload' | 'job' | 'pipeline', string>;
beforeAll(async () => {
  percept = await startPercept();
  key = (await make({ plan: 'pro', aws: true, scopes: ['predict', 'pipelines'] })).key;
  const project = (await post('/v2/projects', { name: 'rivals' })).body;
  const made = await send('/v1/keys', { method: 'POST', body: { name: 'x' }, headers: { 'percept-project': project.id } });
  const own = { key: made.body.key };
  const headers = { authorization: `Bearer ${own.key}`, 'content-type': 'image/jpeg' };
  const kept = await fetch(`${percept.url}/v2/uploads`, { method: 'POST', headers, body: new Uint8Array(image) });
  const source = 'version: 1\nname: rivals-plan\nsteps:\n  - { id: a, uses: text.sentiment, with: { text: fine } }\n';
  await send('/v2/pipelines/rivals-plan', { method: 'PUT', body: { source }, ...own });
  const job = (await post('/v2/text/sentiment/async', { text: 'Fine.' }, own)).body.id;
  const upload = ((await kept.json()) as { id: string }).id;
  theirs = { name: 'rivals', id: project.id, key: own.key, upload, job, pipeline: 'rivals-plan' };
});
afterAll(async () => {
  await percept.stop();
  removeDir(percept.dataDir);
});

interface Bad {
  path: string;
  body: unknown;
  headers?: Record<string, string>;
}
/** Status, and the error as the protocol names it. */
type Expected = [status: number, error: string];

const aws = (target: string, body: unknown): Bad => ({ path: '/', body, headers: { 'x-amz-target': target } });
const rekognition = (operation: string, body: unknown): Bad => aws(`RekognitionService.${operation}`, body);
const google = (requests: unknown): Bad => ({ path: '/v1/images:annotate', body: { requests } });
const picture = (type: string): object => ({ image: { content: image.toString('base64') }, features: [{ type }] });
const infer = (change: object): Bad => ({
  path: '/v2/models/movenet/infer',
  body: { inputs: [{ name: 'input', datatype: 'UINT8', shape: [1, 192, 192, 3], data: [0], ...change }] },
});
const mcp = (method: string, params: Record<string, unknown>, revision = '2026-07-28'): Bad => {
  const _meta = { 'io.modelcontextprotocol/protocolVersion': revision, 'io.modelcontextprotocol/clientCapabilities': {} };
  const named = params['name'] ?? params['uri'];
  return {
    path: '/mcp',
    body: { jsonrpc: '2.0', id: 1, method, params: { ...params, _meta } },
    headers: {
      accept: ACCEPT,
      'mcp-protocol-version': revision,
      'mcp-method': method,
      ...(named !== undefined && { 'mcp-name': named as string }),
    },
  };
};
const tool = (name: string, args: object): Bad => mcp('tools/call', { name, arguments: args });

const CASES: [name: string, bad: () => Bad, expected: Expected][] = [
  ['a target of another service', () => aws('DynamoDB_20120810.GetItem', {}), [400, 'UnknownOperationException']],
  ['a target without an operation', () => aws('RekognitionService', {}), [400, 'UnknownOperationException']],
  ['an unknown operation', () => rekognition('RecognizeCelebrities', {}), [400, 'UnknownOperationException']],
  ['a name that every object has', () => rekognition('constructor', {}), [400, 'UnknownOperationException']],
  [
    'oversized bytes',
    () => rekognition('DetectFaces', { Image: { Bytes: Buffer.alloc(6 * 1024 * 1024).toString('base64') } }),
    [400, 'ImageTooLargeException'],
  ],
  [
    'bytes that are not an image',
    () => rekognition('DetectText', { Image: { Bytes: text.toString('base64') } }),
    [400, 'InvalidImageFormatException'],
  ],
  [
    'a job of another project',
    () => rekognition('GetLabelDetection', { JobId: `${theirs.job}-50` }),
    [400, 'ResourceNotFoundException'],
  ],
  ['an unknown feature', () => google([picture('SMELL_DETECTION')]), [400, 'INVALID_ARGUMENT']],
  ['17 requests in a batch', () => google(Array(17).fill(picture('LABEL_DETECTION'))), [400, 'INVALID_ARGUMENT']],
  [
    'a BYTES tensor that is not an image',
    () => infer({ datatype: 'BYTES', shape: [1], data: [text.toString('base64')] }),
    [400, 'error'],
  ],
  ['a wrong shape', () => infer({ shape: [1, 3, 192, 192] }), [400, 'error']],
  ['a wrong datatype', () => infer({ datatype: 'FP32' }), [400, 'error']],
  ['an unknown tool', () => tool('vision_smell', {}), [200, '-32602']],
  [
    'arguments that the schema refuses',
    () => tool('text_sentiment', { text: 'Fine.', detailed: 'perhaps' }),
    [200, 'isError INVALID_REQUEST'],
  ],
  ['a handle of another project', () => tool('vision_detect', { image: theirs.upload }), [200, 'isError INVALID_REQUEST']],
  ['a pipeline of another project', () => tool(`run_${theirs.pipeline}`, {}), [200, 'isError NOT_FOUND']],
  ['a resource of another project', () => mcp('resources/read', { uri: `percept://uploads/${theirs.upload}` }), [200, '-32602']],
  ['a message of an unknown revision', () => mcp('tools/list', {}, '2099-01-01'), [400, '-32022']],
];

/** As each protocol says what is wrong. */
function errorIn(path: string, body: any): string {
  if (path === '/') return body.__type;
  if (path === '/v1/images:annotate') return body.error.status;
  if (path !== '/mcp') return Object.keys(body).join(', ');
  return body.error
    ? String(body.error.code)
    : `${body.result.isError && 'isError'} ${body.result.content[0].text.split(':')[0]}`;
}

test.each(CASES)('%s is an error of the protocol, without a word of another project', async (_name, bad, expected) => {
  const { path, body, headers } = bad();
  const answer = await post(path, body, { key, headers });
  expect([answer.status, errorIn(path, answer.body)]).toEqual(expected);
  const written = JSON.stringify([answer.body, [...answer.headers]]);
  const sent = JSON.stringify(body);
  for (const word of Object.values(theirs)) expect([word, written.includes(word) && !sent.includes(word)]).toEqual([word, false]);
});

test('a stranger learns nothing either: a wrong signature, a wrong key, no key', async () => {
  const signed = {
    'x-amz-target': 'RekognitionService.DetectFaces',
    authorization:
      'AWS4-HMAC-SHA256 Credential=PKIAAAAAAAAAAAAAAAAA/20260304/eu-central-1/rekognition/aws4_request, SignedHeaders=host, Signature=0',
  };
  const all = await Promise.all([
    post('/', {}, { key: '', headers: signed }),
    post('/v1/images:annotate?key=pk_live_wrong', { requests: [] }, { key: '' }),
    post('/v2/models/movenet/infer', { inputs: [] }, { key: 'pk_live_wrong' }),
    post('/mcp', {}, { key: '', headers: { accept: ACCEPT } }),
  ]);
  expect(all.map(({ status }) => status)).toEqual([400, 401, 401, 401]);
  expect(all[0].body.__type).toMatch(/^(UnrecognizedClient|IncompleteSignature|InvalidSignature)Exception$/);
  for (const { body } of all) for (const word of Object.values(theirs)) expect(JSON.stringify(body)).not.toContain(word);
});

test('all of it is counted as requests with errors, and none of it of the month', async () => {
  const usage = await waitFor(async () => {
    const { body } = await send('/v1/usage', { key });
    const requests = body.operations.reduce((sum: number, each: any) => sum + each.requests, 0);
    return requests >= CASES.length && body;
  });
  expect(usage.operations.reduce((sum: number, { requests }: any) => sum + requests, 0)).toBe(CASES.length);
  // Answers of MCP have the status 200, also those that say an error.
  for (const { operation, requests, errors } of usage.operations)
    if (operation !== 'POST /mcp') expect({ operation, errors }).toEqual({ operation, errors: requests });
  expect(usage.quota.used).toBe(0);
});
