import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import Ajv2020 from 'ajv/dist/2020';
import { validateDocument } from './openapi-validators';
import { removeDir, ROOT, startPercept, type RunningPercept } from '../../harness/percept';

interface Json {
  schema: { $ref?: string; type?: string; properties?: object };
  example?: unknown;
}
interface Answer {
  $ref?: string;
  headers?: Record<string, { $ref?: string }>;
  content?: Record<string, Json>;
}
interface Operation {
  operationId: string;
  responses: Record<string, Answer>;
}

const MAX_BYTES = 500_000;
let percept: RunningPercept;
let text: string;
let document: any;
let operations: (Operation & { path: string })[];

beforeAll(async () => {
  percept = await startPercept({ env: { PERCEPT_WORKERS: '1' } });
  text = await (await fetch(`${percept.url}/openapi.json`)).text();
  document = JSON.parse(text);
  operations = Object.entries(document.paths as Record<string, Record<string, Operation>>).flatMap(([path, item]) =>
    Object.values(item).map((operation) => ({ path, ...operation })),
  );
});
afterAll(async () => {
  await percept.stop();
  removeDir(percept.dataDir);
});

const answers = () =>
  operations.flatMap(({ operationId, responses }) =>
    Object.entries(responses).map(([status, answer]) => ({ where: `${operationId} ${status}`, status, answer })),
  );

test('is under 500 KB', () => {
  expect(Buffer.byteLength(text)).toBeLessThan(MAX_BYTES);
});

test('is valid by two validators, which find the mistakes of a broken one', async () => {
  expect(await validateDocument(document)).toEqual([]);
  const broken = structuredClone(document);
  broken.paths['/v2/vision/detect'].post.responses = [];
  const found = await validateDocument(broken);
  expect(new Set(found.map((finding) => finding.split(':')[0]))).toEqual(new Set(['redocly', 'seriousme']));
  delete document.components.schemas.DetectObjectsResponse;
  expect((await validateDocument(document)).length).toBeGreaterThan(0);
  document = JSON.parse(text);
});

test('every operation has an id of its own that reads like a method', () => {
  const ids = [...operations, ...Object.values<any>(document.webhooks).map(({ post }) => post)].map(
    ({ operationId }) => operationId,
  );
  expect(ids.length).toBeGreaterThan(80);
  expect(ids.filter((id) => !/^[a-z][A-Za-z0-9]+$/.test(id))).toEqual([]);
  expect(ids).toHaveLength(new Set(ids).size);
  expect(ids).toEqual(expect.arrayContaining(['listPipelines', 'detectObjects', 'detectObjectsAsync', 'predictionCompleted']));
});

test('every answer has a schema with a name, errors and headers are referred to', () => {
  const unnamed = answers().filter(({ answer }) => answer.content?.['application/json']?.schema.properties);
  expect(unnamed).toEqual([]);
  const errors = answers().filter(({ status }) => !/^2/.test(status));
  expect(errors).toHaveLength(operations.length);
  expect(new Set(errors.map(({ answer }) => answer.$ref))).toEqual(new Set(['#/components/responses/Error']));
  const shared = Object.values<Answer>(document.components.responses);
  const headers = shared.flatMap((answer) => Object.values(answer.headers ?? {}));
  expect(headers.length).toBeGreaterThan(5);
  expect(document.info.description).toContain('`X-Request-Id`');
  expect(headers.every(({ $ref }) => $ref?.startsWith('#/components/headers/'))).toBe(true);
  for (const { responses, operationId } of operations.filter(({ path }) => /^\/v2\/(vision|text|predict|table)\/\w+$/.test(path)))
    expect(responses['200']!.content!['application/json']!.schema.$ref).toBe(
      `#/components/schemas/${operationId[0]!.toUpperCase()}${operationId.slice(1)}Response`,
    );
});

test('only an operation that may do either answers with 200 or with 202', () => {
  const both = operations.filter(({ responses }) => responses['200'] && responses['202']).map(({ operationId }) => operationId);
  // A hook answers a sender's challenge at once.
  expect(both).toEqual(['analyzeVideo', 'readDocument', 'readDocumentFields', 'makeDocumentSearchable', 'callHook']);
});

test('every answer in JSON has an example that its schema accepts', () => {
  const ajv = new Ajv2020({ strict: false, formats: { 'date-time': true, binary: true, uri: true } });
  ajv.addSchema({ ...document, $id: 'document' });
  const bodies = answers().flatMap(({ where, answer }) => {
    const { content } = answer.$ref ? document.components.responses[answer.$ref.split('/').at(-1)!] : answer;
    return content?.['application/json'] ? [{ where, json: content['application/json'] as Json }] : [];
  });
  expect(bodies.length).toBeGreaterThan(180);
  const wrong = bodies.flatMap(({ where, json: { schema, example } }) => {
    const named = schema.$ref ? document.components.schemas[schema.$ref.split('/').at(-1)!] : schema;
    const check = ajv.compile(schema.$ref ? { $ref: `document${schema.$ref}` } : schema);
    return check(example ?? named.examples?.[0]) ? [] : [`${where}: ${ajv.errorsText(check.errors)}`];
  });
  expect(wrong).toEqual([]);
});

test('the path for later answers 202 with where the result will be', async () => {
  const sent = await percept.fetch('/v2/text/sentiment/async', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ text: 'A lovely day.' }),
  });
  const body = (await sent.json()) as { id: string; status: string; status_url: string };
  expect([sent.status, body]).toEqual([202, { id: body.id, status: 'queued', status_url: `/v2/analyses/${body.id}` }]);
  expect(sent.headers.get('location')).toBe(body.status_url);
});

test('the files of the clients are made from this document', () => {
  const print = `let text = '';
process.stdin.on('data', (chunk) => (text += chunk));
process.stdin.on('end', async () => process.stdout.write(JSON.stringify(await require('./dist/tools/clients/main.js').clientFiles(JSON.parse(text)))));`;
  // In a process of its own: the generator is a module that Jest cannot import.
  const made = JSON.parse(
    execFileSync(process.execPath, ['-e', print], { cwd: ROOT, input: text, encoding: 'utf8', maxBuffer: 16 * 1024 * 1024 }),
  ) as Record<string, string>;
  expect(Object.keys(made)).toHaveLength(3);
  // `npm run clients` writes them again.
  for (const [path, content] of Object.entries(made))
    expect([path, readFileSync(join(ROOT, path), 'utf8') === content]).toEqual([path, true]);
});
