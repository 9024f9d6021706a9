import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { checkBody, safeAgent, Secrets } from '../../../test/harness/kinds';
import { httpRequest } from './http-request';
import type { HttpRequestOutput } from './http-request';

interface Received {
  method: string;
  url: string;
  headers: IncomingMessage['headers'];
  body: string;
}

const agent = safeAgent({ allowLoopback: true });
const secrets = new Secrets([['TOKEN', 'hush-hush-1']]);
const servers: Server[] = [];
let received: Received[];
let handle: RequestListener;
let base: string;
let elsewhere: string;

async function listen(): Promise<string> {
  const server = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk) => (body += String(chunk)));
    request.on('end', () => {
      const { method = '', url = '', headers } = request;
      received.push({ method, url, headers, body });
      handle(request, response);
    });
  });
  servers.push(server);
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

beforeAll(async () => {
  base = await listen();
  elsewhere = await listen();
});
beforeEach(() => {
  received = [];
  handle = (_, response) => response.end('ok');
});
afterAll(async () => {
  await agent.destroy();
  for (const server of servers) {
    server.closeAllConnections();
    server.close();
  }
});

const run = async (
  fields: Record<string, unknown>,
  timeoutMs = 5_000,
  own = agent,
  mayFollow?: (url: URL) => boolean,
): Promise<HttpRequestOutput> => {
  const turn = (): undefined => undefined;
  const context = {
    agent: own,
    secrets,
    idempotencyKey: 'key-1',
    timeoutMs,
    signal: new AbortController().signal,
    mayFollow,
    turn,
    keep: async <T>(_name: string, change: (before: undefined) => T) => change(undefined),
  };
  const { output } = await httpRequest.run(checkBody(httpRequest.input, { url: base, ...fields }), context);
  return output as HttpRequestOutput;
};
const refusal = (fields: Record<string, unknown>, timeoutMs?: number, own = agent) =>
  run(fields, timeoutMs, own).then(
    ({ status }) => `answered ${status}`,
    (error: { code: string; message: string; details: { field: string; reason: string } }) =>
      `${error.code} ${error.details.field}: ${error.details.reason}`,
  );

describe('http.request', () => {
  test('sends JSON with the key of the item, and gives the answer as text and as a value', async () => {
    handle = (_, response) => {
      response.writeHead(201, { 'content-type': 'application/json; charset=utf-8', 'set-cookie': 'a=b', 'x-id': '7' });
      response.end('{"id": 7}');
    };
    const output = await run({
      url: `${base}/orders?a=1`,
      json: { total: 12 },
      query: { b: 'x y', n: 2 },
      headers: { 'X-Source': 'me' },
    });
    expect(output).toMatchObject({ status: 201, body: '{"id": 7}', json: { id: 7 }, headers: { 'x-id': '7' } });
    expect(output.headers).not.toHaveProperty('set-cookie');
    expect(received).toMatchObject([
      {
        method: 'POST',
        url: '/orders?a=1&b=x+y&n=2',
        body: '{"total":12}',
        headers: { 'x-source': 'me', 'content-type': 'application/json', 'idempotency-key': 'key-1' },
      },
    ]);
  });

  test('an answer that nests too deep fails: it could not be written', async () => {
    const deep = (levels: number): string => '['.repeat(levels) + ']'.repeat(levels);
    let levels = 64;
    handle = (_, response) => response.setHeader('content-type', 'application/json').end(deep(levels));
    expect((await run({ url: base })).json).toBeDefined();
    levels = 400_000;
    await expect(run({ url: base })).rejects.toMatchObject({ code: 'INVALID_REQUEST', details: { field: 'url' } });
  });

  test('a GET has no key, and text that is not JSON has no value', async () => {
    handle = (_, response) => response.setHeader('content-type', 'application/json').end('{oops');
    const output = await run({});
    expect(output).toMatchObject({ status: 200, body: '{oops' });
    expect(output).not.toHaveProperty('json');
    expect(received[0]!.headers).not.toHaveProperty('idempotency-key');
  });

  test.each([
    [404, 'INVALID_REQUEST url: the server answered 404: no order'],
    [408, 'MEDIA_FETCH_FAILED url: the server answered 408: no order'],
    [503, 'MEDIA_FETCH_FAILED url: the server answered 503: no order'],
    [429, 'RATE_LIMITED url: the server answered 429: no order'],
  ])('the status %i is an error that says whether another attempt may help', async (status, reason) => {
    handle = (_, response) => response.writeHead(status, { 'retry-after': '7' }).end('no order\n');
    expect(await refusal({})).toMatch(reason);
    expect(await refusal({ accept_status: [status] })).toBe(`answered ${status}`);
    if (status === 429) await expect(run({})).rejects.toMatchObject({ retryAfterS: 7 });
  });

  test('a redirect to the same host carries everything, to another one nothing', async () => {
    const headers = { authorization: 'Bearer hush-hush-1' };
    const to = (target: string, status = 302): RequestListener => {
      return (request, response) =>
        request.url === '/first' ? response.writeHead(status, { location: target }).end() : response.end('there');
    };
    handle = to('/second');
    await run({ url: `${base}/first`, headers });
    expect(received.map(({ headers: sent }) => sent.authorization)).toEqual([headers.authorization, headers.authorization]);
    received = [];
    handle = to(`${elsewhere}/second`);
    expect(await run({ url: `${base}/first`, headers })).toMatchObject({ body: 'there' });
    expect(received.map(({ headers: sent }) => sent.authorization)).toEqual([headers.authorization, undefined]);
    expect(received[1]!.headers).not.toHaveProperty('idempotency-key');
    handle = to(`${elsewhere}/second?of=hush%2Dhush%2D1`);
    expect(await refusal({ url: `${base}/first`, headers })).toMatch(/would carry a secret to another host/);
    handle = to(`${elsewhere}/second`, 307);
    expect(await refusal({ url: `${base}/first`, json: { a: 1 } })).toMatch(/a POST is not repeated at another host/);
  });

  test('names itself with a contact, and sends user and password of the URL to its own host only', async () => {
    const signed = base.replace('//', '//me:p%40ss@');
    handle = (request, response) =>
      request.url === '/first'
        ? response.writeHead(302, { location: '/second' }).end()
        : request.url === '/second'
          ? response.writeHead(302, { location: `${elsewhere}/third` }).end()
          : response.end('there');
    await run({ url: `${signed}/first` });
    const basic = `Basic ${Buffer.from('me:p@ss').toString('base64')}`;
    expect(received.map(({ headers: sent }) => sent.authorization)).toEqual([basic, basic, undefined]);
    for (const { headers: sent } of received) expect(sent['user-agent']).toMatch(/^Percept\/\d\S* \(\+https:\/\/\S+\)$/);
    received = [];
    await run({ url: `${signed}/third`, headers: { Authorization: 'Bearer mine' } });
    expect(received[0]!.headers.authorization).toBe('Bearer mine');
  });

  test('a call with a secret follows a redirect only to hosts that may receive it', async () => {
    handle = ({ url }, response) =>
      url === '/first' ? response.writeHead(302, { location: `${elsewhere}/second` }).end() : response.end('there');
    const onlyBase = ({ origin }: URL) => origin === base;
    const refused = run({ url: `${base}/first` }, 5_000, agent, onlyBase);
    await expect(refused).rejects.toMatchObject({ details: { reason: expect.stringMatching(/may not receive a secret/) } });
    expect(received.map(({ url }) => url)).toEqual(['/first']);
  });

  test('a POST that is redirected becomes a GET without its body, or stays as it is with 307', async () => {
    const to = (status: number): RequestListener => {
      return (request, response) =>
        request.url === '/first' ? response.writeHead(status, { location: '/second' }).end() : response.end();
    };
    handle = to(303);
    await run({ url: `${base}/first`, json: { a: 1 } });
    handle = to(307);
    await run({ url: `${base}/first`, json: { a: 1 } });
    expect(received.map(({ method, body }) => `${method} ${body}`)).toEqual([
      'POST {"a":1}',
      'GET ',
      'POST {"a":1}',
      'POST {"a":1}',
    ]);
    expect(received[1]!.headers).not.toHaveProperty('content-type');
    handle = (_, response) => response.writeHead(302, { location: '/again' }).end();
    expect(await refusal({})).toMatch(/more than 3 redirects/);
    handle = (_, response) => response.writeHead(302, { location: 'file:///etc/passwd' }).end();
    expect(await refusal({})).toMatch(/a redirect to file: is not followed/);
  });

  test('an answer that is too large, or too late, ends', async () => {
    handle = (_, response) => response.end('x'.repeat(2_000));
    expect(await refusal({ max_bytes: 1_000 })).toMatch(/^PAYLOAD_TOO_LARGE max_bytes: the answer has more than 1000 bytes/);
    handle = (_, response) => void response.write('x');
    expect(await refusal({}, 50)).toMatch(/^TIMEOUT url: timeout/);
    handle = (request) => void request.socket.destroy();
    expect(await refusal({})).toMatch(/^MEDIA_FETCH_FAILED url: the connection was cut/);
  });

  test('addresses that are not public are refused, also behind a redirect', async () => {
    const strict = safeAgent();
    expect(await refusal({ url: 'http://169.254.169.254/latest' }, 5_000, strict)).toMatch(
      /^MEDIA_FETCH_FAILED url: forbidden address/,
    );
    handle = (_, response) => response.writeHead(302, { location: 'http://10.0.0.1/' }).end();
    expect(await refusal({})).toMatch(/forbidden address: 10.0.0.1 is a private address/);
    await strict.destroy();
  });

  test.each([
    [{ url: 'ftp://example.com' }, 'url: must begin with http:// or https://.'],
    [{ json: {}, body: 'a' }, "body: must not be given together with 'json'"],
    [{ method: 'GET', body: 'a' }, 'body: is not sent with GET'],
    [{ method: 'TRACE' }, "method: must be one of 'GET'"],
    [{ headers: { Host: 'a' } }, 'headers.Host: is set by the connection'],
    [{ headers: { 'a b': 'c' } }, 'headers.a b: is not a name of a header'],
    [{ headers: { a: 'b\r\nc: d' } }, 'headers.a: must be one line'],
    [{ query: { a: {} } }, 'query.a: must be a text'],
    [{ max_bytes: 1e9 }, 'max_bytes: must be a whole number'],
    [{ uri: 'x' }, 'uri: is not a parameter'],
  ])('refuses %j', async (fields, reason) => {
    expect(await refusal(fields)).toContain(`INVALID_REQUEST ${reason}`);
    expect(received).toEqual([]);
  });
});
