import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { connecting } from '../compat/mcp/connect';
import { detecting, EXAMPLES, removeDir, startPercept, type RunningPercept } from '../../harness/percept';
import { sending } from '../../harness/sending';

const IMAGE = readFileSync(join(EXAMPLES, 'crossing.jpg'));
const BASE64 = IMAGE.toString('base64');
const METHODS = ['get', 'post', 'put', 'patch', 'delete'];

interface Schema {
  $ref?: string;
  type?: string | string[];
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  enum?: unknown[];
  examples?: unknown[];
  format?: string;
  pattern?: string;
  minItems?: number;
  minimum?: number;
}

interface Operation {
  method: string;
  path: string;
  operationId: string;
  body?: Schema;
}

let percept: RunningPercept;
let schemas: Record<string, Schema>;
let operations: Operation[];
let events: string[];
beforeAll(async () => {
  percept = await startPercept({ env: { PERCEPT_FACE_RECOGNITION: 'on' } });
  const document = (await (await fetch(`${percept.url}/openapi.json`)).json()) as any;
  schemas = document.components.schemas;
  events = Object.keys(document.webhooks);
  operations = Object.entries<any>(document.paths).flatMap(([path, item]) =>
    METHODS.filter((method) => item[method]).map((method) => {
      const { operationId, requestBody } = item[method];
      return { method: method.toUpperCase(), path, operationId, body: requestBody?.content['application/json']?.schema };
    }),
  );
});
afterAll(async () => {
  await percept.stop();
  removeDir(percept.dataDir);
});

const { send, post } = sending(() => percept);
const { detect } = detecting(() => percept);
const resolved = (schema: Schema): Schema => (schema.$ref ? schemas[schema.$ref.split('/').at(-1)!]! : schema);

let named = 0;

/** A value as the schema asks for, with what is required alone; `more` says what each optional property has. */
function sample(schema: Schema, more?: (name: string) => unknown): unknown {
  const { type, properties = {}, required = [], items, enum: allowed, format, minimum, minItems = 1 } = resolved(schema);
  if (allowed) return allowed[0];
  switch ([type].flat()[0]) {
    case 'object': {
      const entries = Object.entries(properties).map(([name, each]): [string, unknown] => [
        name,
        required.includes(name) ? sample(each, more) : more?.(name),
      ]);
      return Object.fromEntries(entries.filter(([, value]) => value !== undefined));
    }
    case 'array':
      return Array.from({ length: minItems }, () => (items ? sample(items, more) : {}));
    case 'integer':
    case 'number':
      return minimum ?? 1;
    case 'boolean':
      return true;
    default:
      return format === 'date-time' ? '2026-01-02T00:00:00Z' : `sample-${++named}`;
  }
}

const filled = (path: string): string => path.replaceAll(/\{\w+\}/g, 'none');

describe('the contract, operation by operation', () => {
  test('there are seven events, and more than 120 operations', () => {
    expect(events.sort()).toEqual([
      ...['batch.completed', 'batch.failed', 'batch.started', 'prediction.completed', 'prediction.failed'],
      ...['quota.threshold_reached', 'system.notification'],
    ]);
    expect(operations.length).toBeGreaterThan(120);
  });

  test('an unknown parameter of the query is refused, whatever the body is', async () => {
    // A hook passes its query on.
    const asked = operations.filter(({ operationId }) => operationId !== 'callHook');
    const answers = await Promise.all(
      asked.map(async ({ method, path, operationId, body }) => {
        const isForm = ['createUpload', 'uploadModel'].includes(operationId);
        const headers = isForm ? { 'content-type': 'image/jpeg', authorization: `Bearer ${percept.key}` } : undefined;
        const address = `${filled(path)}?nonsense=1`;
        const answer = isForm
          ? await fetch(`${percept.url}${address}`, { method, headers, body: IMAGE }).then(async (each) => ({
              status: each.status,
              body: (await each.json()) as any,
            }))
          : await send(address, { method, body: body && sample(body) });
        return [operationId, answer.status, answer.body?.error?.details?.field];
      }),
    );
    expect(answers).toEqual(asked.map(({ operationId }) => [operationId, 400, 'nonsense']));
  });

  test('null for an optional parameter is as absent', async () => {
    const asked = operations.filter(({ body, operationId }) => body && resolved(body).properties && operationId !== 'signIn');
    expect(asked.length).toBeGreaterThan(40);
    const ask = async ({ method, path, operationId, body }: Operation, more?: () => null) => {
      const answer = await send(filled(path), { method, body: sample(body!, more) });
      return [operationId, answer.status, answer.body?.error?.code, answer.body?.error?.details?.field];
    };
    for (const each of asked) {
      const without = await ask(each);
      expect(await ask(each, () => null)).toEqual(without);
    }
  });

  test('every answer to a stranger has the limits, but health, documents and sign-in', async () => {
    const open: string[] = [];
    for (const { method, path, operationId, body } of operations) {
      const answer = await send(filled(path), { method, key: '', body: body && sample(body) });
      if (answer.headers.has('x-ratelimit-limit')) continue;
      open.push(operationId);
      if (operationId !== 'signIn') expect([operationId, answer.status]).not.toEqual([operationId, 401]);
    }
    expect(open.sort()).toEqual(['getEventSchema', 'listEventSchemas', 'signIn']);
  });
});

describe('parameters as callers write them', () => {
  test('those of a query count beside JSON and forms, as beside raw bytes', async () => {
    const found = async (query: string, body: object) => {
      const answer = await post(`/v2/vision/detect${query}`, body);
      return answer.body.total_objects ?? answer.body.error.details;
    };
    const image = { image: BASE64 };
    const all = await found('', image);
    expect(all).toBeGreaterThan(0);
    expect(await found('?min_confidence=0.99', image)).toBeLessThan(all as number);
    expect(await found('?min_confidense=0.99', image)).toMatchObject({ field: 'min_confidense' });
    const form = new FormData();
    form.append('image', new Blob([IMAGE]), 'a.jpg');
    form.append('objects', '');
    const url = `${percept.url}/v2/vision/detect?min_confidence=0.99`;
    const answer = await fetch(url, { method: 'POST', body: form, headers: { authorization: `Bearer ${percept.key}` } });
    expect([answer.status, ((await answer.json()) as any).total_objects]).toEqual([
      200,
      await found('?min_confidence=0.99', image),
    ]);
  });

  test('a call that is done later keeps the parameters of its query', async () => {
    const { body } = await post('/v2/vision/detect/async?min_confidence=0.99', { image: BASE64 });
    let analysis: any;
    do analysis = (await send(body.status_url)).body;
    while (!analysis.ended_at);
    const live = await detect({ image: BASE64, min_confidence: 0.99 });
    expect(analysis.result.total_objects).toBe(((await live.json()) as any).total_objects);
  });

  test('null is as absent at every door', async () => {
    const { body: mine } = await post('/v2/vision/detect', {
      image: BASE64,
      image_url: null,
      min_confidence: null,
      objects: null,
    });
    expect(mine.total_objects).toBeGreaterThan(0);
    const request = { image: { content: BASE64, source: null }, features: [{ type: 'LABEL_DETECTION', maxResults: null }] };
    const google = await post('/v1/images:annotate', { requests: [{ ...request, imageContext: null }], parent: null });
    expect([google.status, google.body.responses[0].error]).toEqual([200, undefined]);
    const tools = await connecting(() => percept, '2025-11-25')();
    const given = { text: 'What a lovely day', language: null, detailed: null };
    const { structuredContent, content } = await tools.callTool({ name: 'text_sentiment', arguments: given });
    await tools.close();
    expect(JSON.stringify(structuredContent ?? content)).toContain('positive');
  });
});
