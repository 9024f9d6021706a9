import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { fetchMedia, type FetchMediaOptions } from './fetch-media';
import { safeAgent } from './outbound';
import { waitFor } from '../../../../../test/harness/wait-for';

const agent = safeAgent({ allowLoopback: true });
let server: Server;
let base: string;
let handle: RequestListener;

const fetched = (path = '/', options: Partial<FetchMediaOptions> = {}) =>
  fetchMedia(path.startsWith('/') ? base + path : path, { maxBytes: 1_000, timeoutMs: 5_000, agent, ...options });
const refusal = (path?: string, options?: Partial<FetchMediaOptions>) =>
  fetched(path, options).then(
    () => 'read',
    (error: { code: string; details: { field: string; reason: string } }) => `${error.code} ${error.details.reason}`,
  );

beforeAll(async () => {
  server = createServer((request, response) => handle(request, response));
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});

afterAll(async () => {
  await agent.destroy();
  server.closeAllConnections();
  server.close();
});

test('the bytes are answered as they are', async () => {
  const bytes = Buffer.from([0, 255, 1, 254]);
  handle = (_, response) => response.setHeader('content-type', 'image/png').end(bytes);
  expect(await fetched()).toEqual({ bytes, contentType: 'image/png' });
});

test.each([
  ['gzip', gzipSync],
  ['deflate', deflateSync],
  ['br', brotliCompressSync],
])('a body in %s is decoded', async (encoding, encode) => {
  handle = (_, response) => response.setHeader('content-encoding', encoding).end(encode(Buffer.from('an image')));
  expect((await fetched()).bytes.toString()).toBe('an image');
});

test('three redirects are followed, the fourth is not', async () => {
  handle = (request, response) => {
    const left = Number(request.url!.slice(1));
    if (left === 0) response.end('there');
    else response.writeHead(302, { location: `/${left - 1}` }).end();
  };
  expect((await fetched('/3')).bytes.toString()).toBe('there');
  expect(await refusal('/4')).toBe('MEDIA_FETCH_FAILED more than 3 redirects');
});

test('Percept names itself with a contact, and sends user and password of a URL to its own host only', async () => {
  const seen: [path: string, authorization: string | undefined, agent: string][] = [];
  let port = 0;
  handle = (request, response) => {
    const { authorization, 'user-agent': sender = '' } = request.headers;
    seen.push([request.url!, authorization, sender]);
    const next = { '/a': '/b', '/b': `http://localhost:${port}/c`, '/c': `http://you:2@localhost:${port}/d` }[request.url!];
    if (next) response.writeHead(302, { location: next }).end();
    else response.end('an image');
  };
  port = (server.address() as AddressInfo).port;
  const url = `http://me:%70w%zz@127.0.0.1:${port}/a`;
  expect((await fetchMedia(url, { maxBytes: 1000, timeoutMs: 5_000, agent })).bytes.toString()).toBe('an image');
  const basic = (text: string) => `Basic ${Buffer.from(text).toString('base64')}`;
  expect(seen.map(([path, authorization]) => [path, authorization])).toEqual([
    ['/a', basic('me:%70w%zz')],
    ['/b', basic('me:%70w%zz')],
    ['/c', undefined],
    ['/d', basic('you:2')],
  ]);
  for (const [, , sender] of seen) expect(sender).toMatch(/^Percept\/\d\S* \(\+https:\/\/\S+\)$/);
});

test.each(['http://me:hush@127.0.0.1:1/a', 'http://me:hu/sh@127.0.0.1/a', 'http://me:hush@[oops/a', 'ftp://me:hush@host/a'])(
  'the reason that %s cannot be read shows no password',
  async (url) => {
    const reading = fetchMedia(url, { maxBytes: 1000, timeoutMs: 5_000, agent });
    const error = await reading.then(
      () => 'read',
      ({ message, details }: { message: string; details: unknown }) => message + JSON.stringify(details),
    );
    expect(error).toMatch(/^Cannot read 'image_url'/);
    expect(error).not.toMatch(/hu.?sh/);
  },
);

test('a redirect leads only where the call may follow, and the error does not quote the host', async () => {
  handle = (request, response) =>
    request.url === '/first' ? response.writeHead(302, { location: '/second' }).end() : response.end('there');
  expect(await refusal('/first', { mayFollow: ({ origin }) => origin === base })).toBe('read');
  const reason = await refusal('/first', { mayFollow: () => false });
  expect(reason).toBe('MEDIA_FETCH_FAILED it redirects to a host that may not receive a secret of this call');
});

test('a redirect to a forbidden address is refused', async () => {
  handle = (_, response) => response.writeHead(301, { location: 'http://169.254.169.254/latest/meta-data' }).end();
  expect(await refusal()).toMatch(/^MEDIA_FETCH_FAILED forbidden address: 169.254.169.254/);
});

test('a redirect to another kind of URL is refused', async () => {
  handle = (_, response) => response.writeHead(301, { location: 'file:///etc/passwd' }).end();
  expect(await refusal()).toBe('MEDIA_FETCH_FAILED only http and https are read, not file:');
});

test('an unsuccessful status is reported', async () => {
  handle = (_, response) => response.writeHead(404).end('gone');
  expect(await refusal()).toBe('MEDIA_FETCH_FAILED status 404');
});

test('a body over the limit is refused: by its declared length, by its bytes, and after decoding', async () => {
  const reason = 'MEDIA_FETCH_FAILED too large: more than 1000 bytes';
  handle = (_, response) => response.setHeader('content-length', 1_001).end(Buffer.alloc(1_001));
  expect(await refusal()).toBe(reason);
  handle = (_, response) => {
    const endless = setInterval(() => response.write(Buffer.alloc(300)), 1);
    response.on('close', () => clearInterval(endless));
  };
  expect(await refusal()).toBe(reason);
  handle = (_, response) => response.setHeader('content-encoding', 'gzip').end(gzipSync(Buffer.alloc(1_000_000)));
  expect(await refusal()).toBe(reason);
});

test('the time limit covers a body that drips', async () => {
  let stopped = false;
  handle = (_, response) => {
    const drip = setInterval(() => response.write('.'), 5);
    response.on('close', () => {
      stopped = true;
      clearInterval(drip);
    });
  };
  expect(await refusal('/', { timeoutMs: 100 })).toMatch(/^MEDIA_FETCH_FAILED timeout/);
  await waitFor(() => stopped);
});

test('garbage in a compressed body and an unknown encoding are refused', async () => {
  handle = (_, response) => response.setHeader('content-encoding', 'gzip').end('no gzip');
  expect(await refusal()).toMatch(/^MEDIA_FETCH_FAILED/);
  handle = (_, response) => response.setHeader('content-encoding', 'zstd').end('x');
  expect(await refusal()).toBe("MEDIA_FETCH_FAILED the content encoding 'zstd' is not read");
});

test('a value that is not a web address is rejected', async () => {
  expect(await refusal('no url')).toBe("MEDIA_FETCH_FAILED 'no url' is not a URL");
  expect(await refusal('ftp://example.com/a.jpg')).toBe('MEDIA_FETCH_FAILED only http and https are read, not ftp:');
  expect(await refusal('http://10.0.0.1/a.jpg')).toMatch(/^MEDIA_FETCH_FAILED forbidden address: 10.0.0.1 is a private address/);
});

test('the parameter at fault is named', async () => {
  await expect(fetched('no url', { field: 'video_url' })).rejects.toMatchObject({ details: { field: 'video_url' } });
});
