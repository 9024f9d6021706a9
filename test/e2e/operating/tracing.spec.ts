import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import sharp from 'sharp';
import { OtlpReceiver, type ReceivedSpan } from './otlp-receiver';
import { removeDir, startPercept, tempDir, type RunningPercept } from '../../harness/percept';
import { describePostgres, PrivatePostgres } from '../../harness/postgres';
import { waitFor } from '../../harness/wait-for';

const TRACE = '0af7651916cd43dd8448eb211c80319c';
const CALLER = 'b7ad6b7169203331';
const json = { 'content-type': 'application/json' };
const pipelineOn = (image: string) => `version: 1
name: looks
steps:
  - id: photos
    for_each: { items: [first, second], as: photo }
    steps:
      - { id: look, uses: vision.detect, with: { image: '${image}' } }
      - { id: broken, uses: vision.detect, on_error: continue, with: { image: 'data:image/png;base64,c2VjcmV0' } }
`;

/** From the span up to its root, by name. */
function pathOf(span: ReceivedSpan, spans: readonly ReceivedSpan[]): string[] {
  const parent = spans.find(({ spanId }) => spanId === span.parentSpanId);
  return parent ? [...pathOf(parent, spans), span.name] : [span.name];
}

describePostgres('a trace over the processes of an installation', () => {
  let postgres: PrivatePostgres;
  let collector: OtlpReceiver;
  let receiver: Server;
  const delivered: { type: string; traceparent: unknown }[] = [];
  const processes: RunningPercept[] = [];
  const dataDir = tempDir();

  beforeAll(async () => {
    [postgres, collector] = await Promise.all([PrivatePostgres.start(), OtlpReceiver.start()]);
    receiver = createServer((request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        const { type } = JSON.parse(Buffer.concat(chunks).toString()) as { type: string };
        delivered.push({ type, traceparent: request.headers['traceparent'] });
        response.writeHead(204).end();
      });
    });
    await new Promise<void>((ready) => receiver.listen(0, '127.0.0.1', ready));
    const env = {
      PERCEPT_DATABASE_URL: await postgres.database(),
      PERCEPT_WEBHOOK_ALLOW_LOOPBACK: 'true',
      OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
      OTEL_BSP_SCHEDULE_DELAY: '100',
    };
    const start = (role: string, key?: string) =>
      startPercept({ dataDir, key, env: { ...env, OTEL_SERVICE_NAME: role }, args: ['--role', role] });
    const api = await start('api');
    processes.push(api, ...(await Promise.all(['worker', 'scheduler'].map((role) => start(role, api.key)))));
  });
  afterAll(async () => {
    await Promise.all(processes.map((each) => each.stop()));
    await collector.stop();
    receiver.close();
    await postgres.stop();
    removeDir(dataDir);
  });

  const send = async (path: string, body: unknown, headers: Record<string, string> = {}): Promise<Response> => {
    const response = await processes[0]!.fetch(path, {
      method: 'POST',
      headers: { ...json, ...headers },
      body: typeof body === 'string' ? body : JSON.stringify(body),
    });
    if (!response.ok) throw new Error(await response.text());
    return response;
  };

  test('leads from the request over the run, an item, a step and the model to the webhook, whose receiver may go on', async () => {
    const url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/`;
    await send('/v1/webhooks', { url, events: ['batch.completed'] });
    const photo = await sharp({ create: { width: 64, height: 64, channels: 3, background: 'teal' } })
      .png()
      .toBuffer();
    const put = await processes[0]!.fetch('/v2/pipelines/looks', {
      method: 'PUT',
      headers: { 'content-type': 'application/yaml' },
      body: pipelineOn(`data:image/png;base64,${photo.toString('base64')}`),
    });
    expect(put.status).toBeLessThan(300);
    await send('/v2/pipelines/looks/runs', {}, { traceparent: `00-${TRACE}-${CALLER}-01` });
    const spans = await waitFor(() => {
      const found = collector.of(TRACE);
      return found.some(({ name }) => name === 'webhook') && found.some(({ name }) => name === 'run looks') && found;
    });

    const [sent] = delivered;
    const webhook = spans.find(({ name }) => name === 'webhook')!;
    expect(sent).toEqual({ type: 'batch.completed', traceparent: `00-${TRACE}-${webhook.spanId}-01` });
    expect(pathOf(webhook, spans)).toEqual(['POST /v2/pipelines/:name/runs', 'run looks', 'webhook']);
    expect(webhook.attributes).toMatchObject({ 'http.response.status_code': 204 });
    const models = spans.filter(({ name }) => name === 'inference');
    const toModel = ['POST /v2/pipelines/:name/runs', 'run looks', 'item', 'step look', 'vision.detect', 'inference'];
    expect(models.map((span) => pathOf(span, spans))).toEqual([toModel, toModel]);
    const roots = spans.filter(({ parentSpanId }) => !spans.some(({ spanId }) => spanId === parentSpanId));
    expect(roots.map(({ name, parentSpanId, process }) => [name, parentSpanId, process])).toEqual([
      ['POST /v2/pipelines/:name/runs', CALLER, 'api'],
    ]);
    expect(new Set(spans.map(({ process }) => process))).toEqual(new Set(['api', 'worker', 'scheduler']));
    const failed = spans.filter(({ status }) => status === 2);
    expect(failed.map((span) => pathOf(span, spans).slice(-2))).toEqual(Array(2).fill(['step broken', 'vision.detect']));
    expect(failed[0]!.attributes['error.type']).toMatch(/^[A-Z_]+$/);
    expect(JSON.stringify(spans)).not.toContain('c2VjcmV0');
  });

  test('a request without a traceparent, or with a malformed one, begins a trace, and an analysis stays in it', async () => {
    for (const headers of [{}, { traceparent: '00-nonsense' }] as Record<string, string>[]) {
      const response = await send('/v2/text/sentiment/async', { text: 'A lovely day.' }, headers);
      const id = response.headers.get('x-request-id');
      const analysis = await waitFor(() =>
        collector.spans.find(
          ({ name, attributes }) => name === 'analysis text.sentiment' && attributes['percept.request_id'] === id,
        ),
      );
      const spans = await waitFor(() => {
        const found = collector.of(analysis.traceId);
        return found.some(({ name }) => name.startsWith('POST')) && found;
      });
      expect(pathOf(analysis, spans)).toHaveLength(2);
      expect(analysis.traceId).not.toBe(TRACE);
    }
  });

  test('probes are not traced', () => {
    expect(collector.spans.filter(({ name }) => /health|metrics/.test(name))).toEqual([]);
  });
});
