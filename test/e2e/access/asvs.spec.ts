import { request } from 'node:http';
import { removeDir, startPercept, type RunningPercept } from '../../harness/percept';
import { sending } from '../../harness/sending';
import { waitFor } from '../../harness/wait-for';

// Items of ASVS that no other test is about: see docs/security.md.

let percept: RunningPercept;
beforeAll(async () => {
  const env = { PERCEPT_RATE_PER_MINUTE: '1000000', PERCEPT_LOG_LEVEL: 'debug' };
  percept = await startPercept({ env });
});
afterAll(async () => {
  await percept.stop();
  removeDir(percept.dataDir);
});

const { send, post } = sending(() => percept);

interface Operation {
  parameters?: { name: string; in: string }[];
}
const operations = async (): Promise<[path: string, method: string, operation: Operation][]> => {
  const { paths } = (await send('/openapi.json')).body as { paths: Record<string, Record<string, Operation>> };
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => [path, method, operation] as [string, string, Operation]),
  );
};

test('5.3.4: what looks like SQL is text, in every parameter of a path and of a query', async () => {
  expect((await post('/v2/projects', { name: 'other' })).status).toBe(201);
  const before = (await send('/v2/projects')).body;
  const hostile = ["' OR '1'='1", '"); DELETE FROM projects; --'];
  const odd: string[] = [];
  let asked = 0;
  for (const [path, method, { parameters = [] }] of await operations()) {
    if (method !== 'get' || /\/events$|\/follow/.test(path)) continue;
    for (const text of hostile)
      for (const { name, in: place } of parameters.filter((each) => ['path', 'query'].includes(each.in))) {
        const value = encodeURIComponent(text);
        const url = path.replace(/\{(\w+)\}/g, (_, other: string) => (other === name ? value : 'x'));
        const { status } = await send(place === 'query' ? `${url}?${name}=${value}` : url);
        asked++;
        if (status >= 500) odd.push(`${status} ${url} ${name}=${text}`);
      }
  }
  expect(odd).toEqual([]);
  expect(asked).toBeGreaterThan(60);
  expect((await send('/v2/projects')).body).toEqual(before);
  expect((await send(`/v2/logs?search=${encodeURIComponent(hostile[0]!)}&limit=1`)).body.error?.code).not.toBe('INTERNAL');
});

test('7.3.3: the audit log is read, and no route changes it', async () => {
  const routes = (await operations()).filter(([path]) => path.startsWith('/v1/audit'));
  expect(routes.map(([path, method]) => `${method} ${path}`)).toEqual(['get /v1/audit']);
  const before = (await send('/v1/audit')).body;
  for (const method of ['POST', 'PUT', 'PATCH', 'DELETE'])
    expect((await send('/v1/audit', { method, body: method === 'DELETE' ? undefined : {} })).status).toBe(404);
  expect((await send('/v1/audit')).body).toEqual(before);
});

test('8.3.1: the address of a webhook trigger is in no log', async () => {
  const source =
    'version: 1\nname: hooked\ntriggers: [{ webhook: come }]\nsteps:\n  - { id: a, uses: text.sentiment, with: { text: good } }\n';
  const saved = await send('/v2/pipelines/hooked', { method: 'PUT', body: { source } });
  expect(saved.status).toBe(201);
  const { url } = await waitFor(async () => {
    const { status, body } = await post('/v2/schedules/hooked/1/address');
    return status === 201 && body;
  });
  const token = url.split('/').at(-1)!;
  expect((await post(url, {}, { key: '' })).status).toBe(202);
  await waitFor(() => percept.output().includes('/v2/hooks/'));
  expect(percept.output()).not.toContain(token);
  expect(JSON.stringify((await send('/v2/logs?limit=100')).body)).not.toContain(token);
});

test('14.5.1: a method that no route has is refused', async () => {
  const { hostname, port } = new URL(percept.url);
  const statusOf = (method: string, path: string) =>
    new Promise<number>((resolve, reject) => {
      request({ hostname, port, method, path, headers: { authorization: `Bearer ${percept.key}` } }, (answer) => {
        answer.resume();
        resolve(answer.statusCode!);
      })
        .on('error', reject)
        .end();
    });
  for (const method of ['TRACE', 'PROPFIND', 'LOCK', 'PURGE', 'DELETE', 'PUT'])
    for (const path of ['/v2/pipelines', '/docs', '/health'])
      expect([method, path, (await statusOf(method, path)) >= 400]).toEqual([method, path, true]);
});
