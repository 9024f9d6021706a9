import { once } from 'node:events';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { brotliCompressSync } from 'node:zlib';
import { removeDir, startPercept, type RunningPercept } from '../../harness/percept';

let percept: RunningPercept;
beforeAll(async () => {
  percept = await startPercept();
});
afterAll(async () => {
  await percept.stop();
  removeDir(percept.dataDir);
});

interface Refusal {
  error: { code: string; message: string; details?: { field: string; reason: string }; request_id: string };
}

/** Bytes over a connection of their own, and what comes back before it ends. */
async function send(request: string): Promise<{ status: number; headers: string; error: Refusal['error'] }> {
  const socket = connect(Number(new URL(percept.url).port), '127.0.0.1');
  socket.on('error', () => undefined);
  socket.end(request);
  const [headers, body] = (await text(socket)).split('\r\n\r\n') as [string, string];
  return { status: Number(headers.split(' ')[1]), headers, error: (JSON.parse(body) as Refusal).error };
}

describe('what never reaches a route is refused in the one shape of errors', () => {
  const cases: [string, string, number, RegExp][] = [
    ['a path with a broken escape', 'GET /v2/%zz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n', 400, /percent sign/],
    [
      'a path with a part without end',
      `GET /v2/runs/${'a'.repeat(500)} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`,
      404,
      /longer/,
    ],
    ['no HTTP at all', '\x16\x03\x01\x02\r\n\r\n', 400, /not an HTTP request/],
    ['two lengths', 'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n', 400, /Content-Length/],
    ['headers over 16 KiB', `GET / HTTP/1.1\r\nHost: x\r\nX-A: ${'a'.repeat(17_000)}\r\n\r\n`, 431, /16 KiB/],
  ];
  test.each(cases)('%s', async (_, request, status, message) => {
    const answer = await send(request);
    expect(answer).toMatchObject({ status, error: { message: expect.stringMatching(message) } });
    expect(answer.error.code).toBe(status === 404 ? 'NOT_FOUND' : 'INVALID_REQUEST');
    expect(answer.headers.toLowerCase()).toContain(`x-request-id: ${answer.error.request_id}`);
  });
});

test('a body shorter than its length is refused', async () => {
  const head = `POST /v1/webhooks HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${percept.key}\r\nContent-Type: application/json\r\n`;
  const answer = await send(`${head}Content-Length: 99\r\n\r\n{}`);
  expect(answer).toMatchObject({ status: 400, error: { message: expect.stringContaining('Content-Length') } });
});

describe('a caller who sends all of a body before reading finds the answer that came meanwhile', () => {
  test.each([
    ['too large an image', '/v2/vision/detect', 'image/jpeg', 413],
    ['too large a webhook', '/v1/webhooks', 'application/json', 413],
    ['an image for nobody', '/v2/vision/detct', 'image/jpeg', 404],
  ])('%s', async (_, path, type, status) => {
    const body = Buffer.alloc(80 * 1024 * 1024);
    const socket = connect(Number(new URL(percept.url).port), '127.0.0.1');
    const head = `POST ${path} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${percept.key}\r\nContent-Type: ${type}\r\n`;
    socket.write(`${head}Content-Length: ${body.length}\r\n\r\n`);
    await new Promise<void>((resolve, reject) => {
      socket.once('error', reject);
      socket.write(body, (error) => (error ? reject(error) : resolve()));
    });
    const [answer] = (await once(socket, 'data')) as [Buffer];
    socket.destroy();
    expect(answer.toString()).toContain(`HTTP/1.1 ${status} `);
  });
});

describe('rejections that say how to fix the request', () => {
  const refusal = async (path: string, init: RequestInit): Promise<Refusal['error']> =>
    ((await (await percept.fetch(path, { method: 'POST', ...init })).json()) as Refusal).error;
  const json = { 'content-type': 'application/json' };

  test('a packed body', async () => {
    const headers = { ...json, 'content-encoding': 'br' };
    const error = await refusal('/v2/vision/detect', { headers, body: brotliCompressSync('{"image": "AAAA"}') });
    expect(error).toMatchObject({ code: 'INVALID_REQUEST', message: expect.stringContaining("'br'") });
  });

  test('two files', async () => {
    const body = new FormData();
    for (const name of ['a.jpg', 'b.jpg']) body.append('image', new Blob(['x']), name);
    expect((await refusal('/v2/vision/detect', { body })).details).toEqual({
      field: 'image',
      reason: 'more than one file was sent: send exactly one.',
    });
  });

  test('broken JSON for a route without media', async () => {
    const error = await refusal('/v1/webhooks', { headers: json, body: '{"url": ' });
    expect(error.details).toMatchObject({ field: 'body', reason: expect.stringContaining('JSON') });
  });
});
