import { spawn } from 'node:child_process';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { gzipSync } from 'node:zlib';
import { forbiddenAddress, safeAgent } from '@percept/core';
import { type Answer, statuses, TestReceiver, WebhookHarness } from '../../harness/fixtures/webhook-harness';
import { WebhookEndpoints } from '../../../libs/webhooks/src/endpoints/endpoints';
import { standardWebhook } from '../../../libs/webhooks/src/signature/signature';
import { waitFor } from '../../harness/wait-for';
import { compiled } from '../../harness/compiled';

let harness: WebhookHarness;
const stops: (() => Promise<unknown>)[] = [];

async function receiver(answer: Answer): Promise<TestReceiver> {
  const started = await TestReceiver.start(answer);
  stops.push(() => started.stop());
  return started;
}

/** A receiver that speaks to the socket itself. */
async function socketReceiver(onConnect: (socket: Socket) => void): Promise<string> {
  const sockets = new Set<Socket>();
  const server: Server = createServer((socket) => {
    sockets.add(socket.on('error', () => undefined));
    onConnect(socket);
  });
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  stops.push(() => {
    for (const socket of sockets) socket.destroy();
    return new Promise((closed) => server.close(closed));
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
}

beforeEach(async () => {
  harness = await new WebhookHarness().open();
});

afterEach(async () => {
  await harness.close();
  for (const stop of stops.splice(0)) await stop();
});

async function reasonOf(url: string, timeoutMs = 300): Promise<string> {
  await harness.endpoints.create({ url });
  harness.work({ waitsMs: [], timeoutMs });
  await harness.emit();
  return (await harness.settled())[0]!.attempts[0]!.reason!;
}

test('headers that come a byte at a time are a timeout', async () => {
  const url = await socketReceiver((socket) => {
    const text = 'HTTP/1.1 200 OK\r\nx-slow: aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa';
    let n = 0;
    const drip = setInterval(() => socket.write(text[n++ % text.length]!), 20);
    socket.on('close', () => clearInterval(drip));
  });
  expect(await reasonOf(url)).toMatch(/^timeout/);
});

test('a connection that is taken and never answered is a timeout', async () => {
  expect(await reasonOf(await socketReceiver((socket) => void socket.pause()))).toMatch(/^timeout/);
});

test('a connection that is cut after the request was sent is a failure, and is tried again with the same id', async () => {
  let times = 0;
  const ids = new Set<string>();
  const url = await socketReceiver((socket) => {
    socket.once('data', (chunk: Buffer) => {
      ids.add(/webhook-id: (\S+)/i.exec(chunk.toString())![1]!);
      if (times++ === 0) socket.resetAndDestroy();
      else socket.end('HTTP/1.1 204 No Content\r\nconnection: close\r\n\r\n');
    });
  });
  await harness.endpoints.create({ url });
  harness.work();
  await harness.emit();
  expect((await harness.settled())[0]).toMatchObject({ state: 'succeeded', attempts: [{ status: null }, { status: 204 }] });
  expect(ids.size).toBe(1);
});

test.each([
  ['a 204 with a length and no body', 'HTTP/1.1 204 No Content\r\ncontent-length: 2\r\n\r\n'],
  ['a 204 with a body', 'HTTP/1.1 204 No Content\r\ncontent-length: 2\r\n\r\nok'],
  ['a 200 whose body is shorter than it says', 'HTTP/1.1 200 OK\r\ncontent-length: 20\r\n\r\nok'],
  ['an unasked 100 before the 200', 'HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nok'],
  [
    'two with headers before the 200',
    'HTTP/1.1 100 Go on\r\nx-a: b\r\n\r\nHTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 204 No Content\r\n\r\n',
  ],
])('%s is a success, and the event comes once', async (_what, answer) => {
  let times = 0;
  const url = await socketReceiver((socket) => {
    socket.once('data', () => {
      times++;
      socket.end(answer);
    });
  });
  await harness.endpoints.create({ url });
  harness.work({ timeoutMs: 5_000 });
  await harness.emit();
  expect((await harness.settled())[0]).toMatchObject({ state: 'succeeded', attempts: [{ reason: null }] });
  expect(times).toBe(1);
});

test('an unasked 100 may come in pieces, over a connection that stays', async () => {
  const answer = 'HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nok';
  const connections = new Set<object>();
  let times = 0;
  const url = await socketReceiver((socket) => {
    connections.add(socket.setNoDelay());
    socket.on('data', () => {
      times++;
      let at = 0;
      const next = (): void => void (at < answer.length && socket.write(answer[at++]!, () => setImmediate(next)));
      next();
    });
  });
  await harness.endpoints.create({ url });
  harness.work({ timeoutMs: 5_000, concurrency: 1 });
  for (let event = 0; event < 3; event++) {
    await harness.emit();
    await harness.settled();
  }
  expect((await harness.settled()).map(({ state, attempts }) => [state, attempts.length])).toEqual(
    Array(3).fill(['succeeded', 1]),
  );
  expect([times, connections.size]).toEqual([3, 1]);
});

test('a body that says that it has 10 GB is read no further than 64 KiB', async () => {
  let sent = 0;
  const url = await socketReceiver((socket) => {
    socket.once('data', () => {
      socket.write('HTTP/1.1 200 OK\r\ncontent-length: 10737418240\r\n\r\n');
      const more = (): void => {
        while (!socket.destroyed && sent < 1e9 && socket.write(Buffer.alloc(65_536, 'x'))) sent += 65_536;
      };
      socket.on('drain', more);
      more();
    });
  });
  await harness.endpoints.create({ url });
  harness.work({ waitsMs: [] });
  await harness.emit();
  expect((await harness.settled())[0]).toMatchObject({ state: 'succeeded', attempts: [{ response_body: 'x'.repeat(16_384) }] });
  expect(sent).toBeLessThan(100e6);
});

test('a gzip bomb is not unpacked', async () => {
  const bomb = gzipSync(Buffer.alloc(50e6));
  const { url } = await receiver((response) => void response.writeHead(200, { 'content-encoding': 'gzip' }).end(bomb));
  await harness.endpoints.create({ url });
  harness.work({ waitsMs: [] });
  await harness.emit();
  const [view] = await harness.settled();
  expect(view!.state).toBe('succeeded');
  expect(Buffer.byteLength(view!.attempts[0]!.response_body!)).toBeLessThan(64 * 1024);
});

test('49 hung receivers of a project have less than half of all attempts, eight each at most, and a healthy one waits for none', async () => {
  const hung = await receiver(() => undefined);
  const well = await receiver(statuses(200));
  for (let n = 0; n < 49; n++) await harness.endpoints.create({ url: `${hung.url}/${n}` });
  const { id } = await harness.endpoints.create({ url: well.url });
  harness.work();
  for (let n = 0; n < 20; n++) await harness.emit();
  await waitFor(async () => (await harness.deliveries.list({ webhookId: id, states: ['succeeded'] })).length === 20);
  await waitFor(() => hung.received.length === 224);
  await harness.emit();
  await waitFor(() => well.received.length === 21);
  for (let n = 0; n < 49; n++) expect(hung.received.filter(({ path }) => path === `/hook/${n}`).length).toBeLessThanOrEqual(8);
  const [{ sending }] = await harness.store.reader.query(
    "SELECT COUNT(*) AS sending FROM webhook_deliveries WHERE state = 'sending'",
  );
  expect(sending).toBeLessThan(256);
});

test('a name that leads elsewhere at the second look reaches nothing', async () => {
  const { url, received } = await receiver(statuses(500, 200));
  const { port } = new URL(url);
  const answers = ['127.0.0.1', '169.254.169.254'];
  const agent = safeAgent({
    allowLoopback: true,
    resolve: () => Promise.resolve([{ address: answers.length > 1 ? answers.shift()! : answers[0]!, family: 4 }]),
  });
  await harness.endpoints.create({ url: `http://localhost:${port}/` });
  harness.work({ agent, waitsMs: [50, 50] });
  await harness.emit();
  // The connection is kept alive: cut, so that the next attempt looks the name up again.
  await waitFor(() => received.length === 1);
  await stops.pop()!();
  const [view] = await harness.settled();
  expect(view!.attempts.at(-1)!.reason).toMatch(/^forbidden address: localhost leads to a link-local address/);
  expect(received).toHaveLength(1);
});

test.each([10, -10])(
  'a receiver whose clock is %i minutes off refuses; when it is right it gets what it refused',
  async (minutes) => {
    let secret = '';
    const { url, received } = await receiver((response, n) => {
      const { body, headers } = received[n]!;
      try {
        standardWebhook(secret).verify(body, headers);
        response.writeHead(200).end();
      } catch (error) {
        response.writeHead(401).end(String(error));
      }
    });
    ({ secret } = await harness.endpoints.create({ url }));
    // To the receiver it is the same whichever clock is off.
    harness.aheadMs = minutes * 60_000;
    harness.work({ waitsMs: [50, 50, 50, 50] });
    const { id } = await harness.emit();
    await waitFor(() => received.length === 2);
    harness.aheadMs = 0;
    const [view] = await harness.settled();
    expect(view!.state).toBe('succeeded');
    expect(view!.attempts[0]).toMatchObject({ status: 401, response_body: expect.stringMatching(/too (old|new)/) });
    expect(new Set(received.map(({ headers }) => headers['webhook-id']))).toEqual(new Set([id]));
  },
);

test('one connection serves delivery after delivery', async () => {
  const ports = new Set<number>();
  const { url } = await receiver((response) => {
    ports.add(response.socket!.remotePort!);
    response.writeHead(200).end('thanks');
  });
  await harness.endpoints.create({ url });
  harness.work();
  for (let n = 0; n < 5; n++) {
    await harness.emit();
    await harness.settled();
  }
  expect(ports.size).toBe(1);
});

const HOSTILE = [
  ...['127.0.0.1', '127.1', '127.0.1', '2130706433', '0x7f000001', '0x7f.1', '017700000001', '0177.0.0.1', '0', '0.0.0.0'],
  ...['10.0.0.1', '10.255.255.255', '172.16.0.1', '172.31.255.254', '192.168.0.1', '192.168.255.255', '100.64.0.1'],
  ...['169.254.169.254', '169.254.170.2', '2852039166', '0xa9fea9fe', '192.0.0.1', '192.0.2.1', '198.18.0.1', '198.51.100.1'],
  ...['203.0.113.1', '224.0.0.1', '240.0.0.1', '255.255.255.255', '[::1]', '[::]', '[::ffff:127.0.0.1]', '[::ffff:a9fe:a9fe]'],
  ...[
    '[fe80::1]',
    '[fc00::1]',
    '[fd00:ec2::254]',
    '[ff02::1]',
    '[64:ff9b::7f00:1]',
    '[2002:7f00:1::]',
    '[2001:db8::1]',
    'localhost',
    'a.localhost',
  ],
];

test.each(HOSTILE)('an endpoint at %s is refused', async (host) => {
  const { store, queue, secrets } = harness;
  const strict = new WebhookEndpoints(store, queue, secrets);
  await expect(strict.create({ url: `https://${host}/hook` })).rejects.toMatchObject({
    code: 'INVALID_REQUEST',
    details: { field: 'url' },
  });
  expect(await strict.list()).toEqual([]);
});

test('the addresses of the list are those that an attempt refuses too', () => {
  const literal = HOSTILE.map((host) => new URL(`https://${host}/`).hostname.replace(/^\[|\]$/g, '')).filter((host) =>
    /[:\d]$/.test(host),
  );
  expect(literal.length).toBeGreaterThan(35);
  expect(literal.filter((host) => forbiddenAddress(host) === undefined)).toEqual([]);
});

test('what was committed by a process that was killed before it could notify a worker is delivered by the next', async () => {
  const { url, received } = await receiver(statuses(200));
  await harness.endpoints.create({ url });
  const emitter = compiled('test/harness/children/event-emitter');
  const child = spawn(process.execPath, [emitter, harness.file], { stdio: ['ignore', 'pipe', 'inherit'] });
  const [id] = await new Promise<[string]>((printed) =>
    child.stdout.once('data', (text: Buffer) => printed([text.toString().trim()])),
  );
  await new Promise((gone) => child.once('exit', gone));
  expect(child.signalCode).toBe('SIGKILL');
  harness.work();
  await harness.settled();
  expect(received.map(({ headers }) => headers['webhook-id'])).toEqual([id]);
});
