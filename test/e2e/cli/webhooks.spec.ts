import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { openCommands, type Commands } from '../../harness/cli/commands';
import { removeDir, ROOT, startPercept, tempDir, type Finished, type RunningPercept } from '../../harness/percept';
import { waitFor } from '../../harness/wait-for';

let service: RunningPercept;
let commands: Commands;
let dir: string;
beforeAll(async () => {
  commands = openCommands();
  dir = tempDir();
  service = await startPercept({ env: { PERCEPT_WEBHOOK_ALLOW_LOOPBACK: 'true', PERCEPT_WORKERS: '1' } });
});
afterAll(async () => {
  await commands.close();
  await service.stop();
  removeDir(service.dataDir);
  removeDir(dir);
});

const environment = (): Record<string, string> => ({
  PERCEPT_DATA_DIR: join(dir, 'none'),
  PERCEPT_URL: service.url,
  PERCEPT_KEY: service.key,
});
const far = (...args: string[]): Promise<Finished> => commands.run(args, { cwd: dir, env: environment() });

/** A command that goes on until it is interrupted. */
function lasting(args: string[]): { printed(): string; end(): Promise<number> } {
  const child = spawn(process.execPath, [join(ROOT, 'bin', 'percept'), ...args], {
    cwd: dir,
    env: { ...process.env, ...environment() },
  });
  let printed = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (printed += chunk.toString()));
  const ended = once(child, 'exit');
  return {
    printed: () => printed,
    end: async () => {
      child.kill('SIGINT');
      return (await ended)[0] as number;
    },
  };
}

describe('webhooks of a service', () => {
  test('are created with their secret, listed, triggered and removed', async () => {
    const bodies: { type: string; data: { test: boolean } }[] = [];
    let status = 204;
    const receiver = createServer((request, response) => {
      let body = '';
      request.on('data', (chunk: Buffer) => (body += chunk.toString()));
      request.on('end', () => {
        bodies.push(JSON.parse(body) as (typeof bodies)[0]);
        response.writeHead(status).end();
      });
    }).listen(0, '127.0.0.1');
    await once(receiver, 'listening');
    const url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/hooks`;
    expect(await far('webhooks', 'list')).toMatchObject({ code: 0, stdout: expect.stringContaining('webhooks create URL') });
    const none = await far('webhooks', 'trigger');
    expect(none).toMatchObject({ code: 2, stderr: expect.stringMatching(/No active webhook .* takes 'prediction.completed'/) });
    const made = await far('webhooks', 'create', url, '--events', 'batch.*, system.notification', '--rate', '10');
    expect(made).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/^id +whk_\w+\nsecret +whsec_\S+\nevents +batch\.\*, system\.notification/),
    });
    const [id] = /whk_\w+/.exec(made.stdout)!;
    const listed = JSON.parse((await far('webhooks', 'list', '--json')).stdout) as object[];
    expect(listed).toMatchObject([{ id, url, events: ['batch.*', 'system.notification'], rate_per_second: 10, active: true }]);
    expect(listed[0]).not.toHaveProperty('secret');
    const taken = await far('webhooks', 'trigger', 'batch.completed');
    expect(taken).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(`^${id} batch.completed: succeeded \\(204 in \\d+ ms\\)`),
    });
    expect(bodies).toMatchObject([{ type: 'batch.completed', data: { test: true } }]);
    expect(await far('webhooks', 'trigger')).toMatchObject({ code: 2 });
    status = 500;
    const refused = await far('webhooks', 'trigger', '--webhook', id, '--json');
    expect({ code: refused.code, deliveries: JSON.parse(refused.stdout) as unknown }).toMatchObject({
      code: 1,
      deliveries: [{ event_type: 'prediction.completed', state: 'retrying', attempts: [{ status: 500 }] }],
    });
    expect(await far('webhooks', 'trigger', 'batch.finished', '--webhook', id)).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('type'),
    });
    expect(await far('webhooks', 'rm', id)).toEqual({ code: 0, stdout: `Deleted ${id}.\n`, stderr: '' });
    expect(await far('webhooks', 'rm', id)).toMatchObject({ code: 2, stderr: expect.stringContaining('404') });
    receiver.close();
  });

  test('come to a program of the user through listen --forward-to, and its answer goes back', async () => {
    const got: { headers: Record<string, unknown>; body: string }[] = [];
    const own = createServer((request, response) => {
      let body = '';
      request.on('data', (chunk: Buffer) => (body += chunk.toString()));
      request.on('end', () => {
        got.push({ headers: request.headers, body });
        response.writeHead(got.length === 1 ? 202 : 500).end('as I like');
      });
    }).listen(0, '127.0.0.1');
    await once(own, 'listening');
    const hooks = `http://127.0.0.1:${(own.address() as AddressInfo).port}/hooks?a=b`;
    const wrong = await far('webhooks', 'listen', '--forward-to', 'localhost');
    expect(wrong).toMatchObject({ code: 2, stderr: expect.stringContaining("--forward-to is 'localhost'") });
    const listener = lasting(['webhooks', 'listen', '--port', '0', '--subscribe', '--forward-to', hooks]);
    const id = await waitFor(async () => /whk_\w+/.exec((await far('webhooks', 'list')).stdout)?.[0]);
    expect(await far('webhooks', 'trigger', '--webhook', id)).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('202 in'),
    });
    expect(JSON.parse(got[0]!.body)).toMatchObject({ type: 'prediction.completed' });
    expect(got[0]!.headers).toMatchObject({
      'content-type': expect.stringContaining('json'),
      'webhook-id': expect.stringMatching(/^evt_/),
      'webhook-signature': expect.stringMatching(/^v1,/),
    });
    expect(await far('webhooks', 'trigger', '--webhook', id)).toMatchObject({
      code: 1,
      stdout: expect.stringContaining('500 in'),
    });
    own.close();
    own.closeAllConnections();
    const away = await far('webhooks', 'trigger', '--webhook', id);
    expect(away).toMatchObject({ code: 1, stdout: expect.stringContaining('502 in') });
    expect(await listener.end()).toBe(0);
    expect(listener.printed()).toMatch(
      /signature right → 202 of http:[^]*→ 500 of http:[^]*→ 502: \S+ does not answer \(ECONNREFUSED\)/,
    );
    expect(JSON.parse((await far('webhooks', 'list', '--json')).stdout)).toEqual([]);
  });
});

test('logs show what was asked, and --follow goes on with what comes, each request once', async () => {
  const ask = (text: unknown): Promise<Response> =>
    service.fetch('/v2/text/sentiment', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ text }),
    });
  await ask('Lovely.');
  await ask(7);
  const all = await far('logs', '--operation', 'text.sentiment', '--since', '1h');
  expect(all.stdout).toMatch(/^\S+Z 200 text\.sentiment \d+ ms, .+\n\S+Z 400 text\.sentiment [^]*\n {2}INVALID_REQUEST: /);
  const errors = JSON.parse(
    (await far('logs', '--status', 'error', '--operation', 'text.sentiment', '--json')).stdout,
  ) as object[];
  expect(errors).toMatchObject([{ status: 400, error: { code: 'INVALID_REQUEST' } }]);
  expect(await far('logs', '--status', '4x')).toMatchObject({ code: 2, stderr: expect.stringContaining('4xx') });
  const followed = lasting(['logs', '--follow', '--operation', 'text.sentiment', '--json']);
  const lines = (): { status: number }[] =>
    followed
      .printed()
      .trim()
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line) as never);
  await waitFor(() => lines().length === 2);
  await ask('Awful.');
  await ask(8);
  await waitFor(() => lines().length >= 4);
  expect(lines().map(({ status }) => status)).toEqual([200, 400, 200, 400]);
  expect(await followed.end()).toBe(0);
});
