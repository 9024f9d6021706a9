import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Secrets } from '../../../libs/core/src/kernel';
import { safeAgent } from '../../../libs/core/src/kernel/net';
import { RunHarness } from '../../harness/run-harness';

const harness = new RunHarness();
const agent = safeAgent({ allowLoopback: true });
let server: Server;
let url: string;
let handle: RequestListener;
const received: { key?: string; token?: string }[] = [];

beforeAll(async () => {
  server = createServer((request, response) => {
    const { 'idempotency-key': key, authorization: token } = request.headers;
    received.push({ key: key as string, token });
    handle(request, response);
  });
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
beforeEach(() => void received.splice(0));
afterAll(async () => {
  await agent.destroy();
  server.close();
});

async function open(secrets: [string, string][] = []): Promise<void> {
  await harness.open(undefined, { working: false });
  harness.pipelines = harness.service({ outbound: () => agent, secrets: new Secrets(secrets) });
  harness.pipelines.work();
}

const POST = (more = '') => `version: 1
name: report
secrets: [TOKEN]
steps:
  - id: numbers
    for_each: { items: [1, 2], as: number }
    steps:
      - id: send
        uses: http.request
        retry: { attempts: 3, delay: 1ms }
        with:
          url: ${url}/numbers
          json: { number: "\${{ number }}" }
          headers: { authorization: "Bearer \${{ secrets.TOKEN }}" }
    collect: { id: "\${{ send.json.id }}", said: "\${{ send.body }}" }
${more}`;

test('http.request repeats an attempt with the same key, and its answer is a value of later expressions', async () => {
  await open([['TOKEN', 'hush-hush-1']]);
  const failed = new Set<string>();
  handle = (request, response) => {
    const key = String(request.headers['idempotency-key']);
    if (!failed.has(key)) return failed.add(key) && response.writeHead(503).end('not yet');
    return response.setHeader('content-type', 'application/json').end('{"id": 7, "echo": "hush-hush-1"}');
  };
  const view = await harness.run(POST());
  expect(view).toMatchObject({ status: 'succeeded', counts: { total: 2, succeeded: 2 } });
  const counts = new Map<string, number>();
  for (const { key, token } of received) {
    expect(token).toBe('Bearer hush-hush-1');
    counts.set(key!, (counts.get(key!) ?? 0) + 1);
  }
  expect([...counts.values()]).toEqual([2, 2]);
  const { rows: items } = await harness.pipelines.items(view.id, {});
  // What the receiver echoes of the secret is not stored.
  const stored = { status: 200, body: '{"id": 7, "echo": "***"}', json: { id: 7, echo: '***' } };
  expect(items.map(({ results }) => results)).toEqual([
    { send: expect.objectContaining(stored) },
    { send: expect.objectContaining(stored) },
  ]);
  expect(await harness.eventsOf('prediction.completed')).toEqual([]);
});

test('a secret goes only to the hosts of its list', async () => {
  await open([
    ['TOKEN', 'hush-hush-1'],
    ['TOKEN_HOSTS', 'api.example.com'],
  ]);
  handle = (_, response) => response.end();
  const view = await harness.run(POST());
  expect(view).toMatchObject({ status: 'failed' });
  expect(view.failures[0]).toMatchObject({
    code: 'INVALID_REQUEST',
    reason: expect.stringMatching(/PERCEPT_SECRET_TOKEN_HOSTS/),
  });
  expect(received).toEqual([]);
});

test('addresses that are not public are refused', async () => {
  await harness.open();
  const view = await harness.run(`version: 1
name: inside
steps:
  - { id: look, uses: http.request, with: { url: "${url}" } }
`);
  expect(view).toMatchObject({
    status: 'failed',
    failures: [
      { code: 'MEDIA_FETCH_FAILED', reason: expect.stringMatching(/forbidden address: 127.0.0.1 is a loopback address/) },
    ],
  });
  expect(received).toEqual([]);
});

test('notify reports each item once, with what the pipeline computed', async () => {
  await open();
  const view = await harness.run(`version: 1
name: stock
inputs:
  forecast: { type: array, default: [40, 17.5, 12] }
steps:
  - id: days
    for_each: { items: "\${{ inputs.forecast }}", as: value }
    steps:
      - id: alert
        uses: notify
        if: value < 20
        with:
          title: "Stock falls to \${{ value }}"
          level: warning
          data: { value: "\${{ value }}" }
    collect: { value: "\${{ value }}", notified: "\${{ alert != null }}" }
  - id: summary
    uses: notify
    with: { title: "Lowest is \${{ inputs.forecast.min() }}" }
`);
  expect(view).toMatchObject({ status: 'succeeded' });
  const about = { kind: 'pipeline', run_id: view.id, pipeline: 'stock' };
  const events = await harness.eventsOf('system.notification');
  expect(events).toHaveLength(3);
  expect(events).toEqual(
    expect.arrayContaining([
      { ...about, step: 'alert', item: '1', title: 'Stock falls to 17.5', level: 'warning', data: { value: 17.5 } },
      { ...about, step: 'alert', item: '2', title: 'Stock falls to 12', level: 'warning', data: { value: 12 } },
      { ...about, step: 'summary', item: '', title: 'Lowest is 12', level: 'info' },
    ]),
  );
});

test('their parameters are checked before anything runs', async () => {
  await open();
  const wrong = 'version: 1\nname: a\nsteps:\n  - { id: a, uses: http.request, with: { url: "https://example.com", jsn: {} } }\n';
  await expect(harness.start(wrong)).rejects.toThrow(/http.request has no parameter 'jsn'. Did you mean 'json'/);
  const level = 'version: 1\nname: a\nsteps:\n  - { id: a, uses: notify, with: { title: a, level: loud } }\n';
  await expect(harness.start(level)).rejects.toThrow(/must be one of info, warning, error/);
});
