import { readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { resolve as path } from 'node:path';
import { request } from 'undici';
import type { Resolve } from './name-resolver';
import { outboundFailure } from './outbound-failure';
import { safeAgent } from './outbound';

const TLS = path(__dirname, '../../../../../test/harness/fixtures/tls');
const certificate = readFileSync(`${TLS}/localhost.crt.pem`, 'utf8');
const key = readFileSync(`${TLS}/localhost.key.pem`, 'utf8');

const agents: ReturnType<typeof safeAgent>[] = [];
let server: Server;
let port: number;
let requests = 0;

function agent(options: Parameters<typeof safeAgent>[0]) {
  const made = safeAgent(options);
  agents.push(made);
  return made;
}

async function failure(url: string, options: Parameters<typeof safeAgent>[0]) {
  const error: unknown = await request(url, { dispatcher: agent(options) }).catch((caught: unknown) => caught);
  return outboundFailure(error);
}

const answering =
  (...answers: string[][]): Resolve =>
  async () =>
    (answers.length > 1 ? answers.shift()! : answers[0]!).map((address) => ({ address, family: address.includes(':') ? 6 : 4 }));

beforeAll(async () => {
  server = createServer((_request, response) => {
    requests++;
    response.setHeader('connection', 'close').end('hello');
  });
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  port = (server.address() as AddressInfo).port;
});

beforeEach(() => {
  requests = 0;
});

afterEach(async () => {
  for (const each of agents.splice(0)) await each.destroy();
});

afterAll(() => server.close());

test.each(['127.0.0.1', '[::1]', '2130706433', '0x7f.1', '0177.0.0.1', '[::ffff:127.0.0.1]', '0'])(
  'the literal address %s is refused before anything is sent',
  async (host) => {
    expect(await failure(`http://${host}:${port}/`, {})).toMatchObject({ kind: 'forbidden_address' });
    expect(requests).toBe(0);
  },
);

test('a name that leads to a private address is refused, and the address stays inside', async () => {
  const found = await failure(`http://intranet.example.com:${port}/`, { resolve: answering(['10.1.2.3']) });
  expect(found).toEqual({
    kind: 'forbidden_address',
    reason: 'forbidden address: intranet.example.com leads to a private address',
  });
});

test('one bad address among good ones is enough', async () => {
  const found = await failure(`http://mixed.example.com:${port}/`, { resolve: answering(['8.8.8.8', '127.0.0.1']) });
  expect(found.kind).toBe('forbidden_address');
  expect(requests).toBe(0);
});

test('a name that is rebound after the check gains nothing: each connection goes to the address that was checked', async () => {
  const asked: string[] = [];
  const answers = answering(['127.0.0.1'], ['10.0.0.1']);
  const resolve: Resolve = async (host) => (asked.push(host), answers(host));
  const dispatcher = agent({ allowLoopback: true, resolve });
  const first = await request(`http://rebinding.example.com:${port}/`, { dispatcher });
  expect(await first.body.text()).toBe('hello');
  expect(asked).toHaveLength(1);
  const second: unknown = await request(`http://rebinding.example.com:${port}/`, { dispatcher }).catch((error: unknown) => error);
  expect(outboundFailure(second).kind).toBe('forbidden_address');
  expect(asked).toHaveLength(2);
});

test('loopback is reached if it is allowed', async () => {
  const { body } = await request(`http://localhost:${port}/`, { dispatcher: agent({ allowLoopback: true }) });
  expect(await body.text()).toBe('hello');
});

test('over TLS the certificate must be for the name, not for the checked address', async () => {
  const secure = createTlsServer({ cert: certificate, key }, (_request, response) => response.end('safe'));
  await new Promise<void>((ready) => secure.listen(0, '127.0.0.1', ready));
  const at = (secure.address() as AddressInfo).port;
  const options = { allowLoopback: true, ca: [certificate], resolve: answering(['127.0.0.1']) };
  const { body } = await request(`https://hooks.example.com:${at}/`, { dispatcher: agent(options) });
  expect(await body.text()).toBe('safe');
  expect((await failure(`https://other.example.com:${at}/`, options)).kind).toBe('certificate');
  expect((await failure(`https://localhost:${at}/`, { allowLoopback: true })).kind).toBe('certificate');
  secure.close();
});

test('failures are told apart', async () => {
  const closed = createServer();
  await new Promise<void>((ready) => closed.listen(0, '127.0.0.1', ready));
  const at = (closed.address() as AddressInfo).port;
  await new Promise((done) => closed.close(done));
  expect((await failure(`http://127.0.0.1:${at}/`, { allowLoopback: true })).kind).toBe('refused');
  expect((await failure(`http://nowhere.example.com/`, { resolve: answering([]) })).kind).toBe('dns');
});
