import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { Webhook } from 'standardwebhooks';
import { openCommands, type Commands } from '../../harness/cli/commands';
import { environment, removeDir, ROOT, startPercept, type RunningPercept } from '../../harness/percept';
import { sending } from '../../harness/sending';
import { waitFor } from '../../harness/wait-for';

/** More than one page of them. */
const ENDPOINTS = 250;

let percept: RunningPercept;
let commands: Commands;
let receiver: Server;
const got: { headers: Record<string, string>; body: string }[] = [];

beforeAll(async () => {
  receiver = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk: Buffer) => (body += chunk.toString()));
    request.on('end', () => {
      got.push({ headers: request.headers as Record<string, string>, body });
      response.writeHead(204).end();
    });
  }).listen(0, '127.0.0.1');
  commands = openCommands();
  percept = await startPercept({
    env: { PERCEPT_WEBHOOK_ALLOW_LOOPBACK: 'true', PERCEPT_PROJECT_LIMITS: `webhooks=${ENDPOINTS + 10}` },
  });
});
afterAll(async () => {
  await percept.stop();
  await commands.close();
  receiver.close();
  removeDir(percept.dataDir);
});

const { post, send } = sending(() => percept);
const keysOfFile = (): string[] => readFileSync(join(percept.dataDir, 'webhook-secrets.key'), 'utf8').trim().split('\n');
const rekey = () => commands.run(['secrets', 'rekey', '--json'], { env: { PERCEPT_DATA_DIR: percept.dataDir } });
const address = (): string => `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/`;

/** Sends a test event to an endpoint. @returns what came, checked with the secret that it was made with. */
async function delivered({ id, secret }: { id: string; secret: string }): Promise<Record<string, string>> {
  got.length = 0;
  expect((await post(`/v1/webhooks/${id}/test`, {})).status).toBeLessThan(300);
  const [{ headers, body }] = (await waitFor(() => got.length > 0 && got)) as [(typeof got)[0]];
  expect(() => new Webhook(secret).verify(body, headers)).not.toThrow();
  return headers;
}

test('a service that runs signs on with the same secrets, and seals with the new key, also when the command is killed', async () => {
  const endpoint = (headers: object) => post('/v1/webhooks', { url: address(), events: ['system.notification'], headers });
  const { body: first } = await endpoint({ 'x-token': 'of mine' });
  for (let at = 0; at < ENDPOINTS; at++) expect((await endpoint({})).status).toBe(201);
  expect(await delivered(first)).toMatchObject({ 'x-token': 'of mine' });
  const [before] = keysOfFile();

  // Killed as soon as it has made the key: before, amid or after the pages of endpoints.
  const killed = spawn(process.execPath, [join(ROOT, 'bin', 'percept'), 'secrets', 'rekey'], {
    env: environment({ PERCEPT_DATA_DIR: percept.dataDir }),
    stdio: 'ignore',
  });
  await waitFor(() => keysOfFile().length === 2);
  killed.kill('SIGKILL');
  await once(killed, 'exit');
  expect(keysOfFile()[1]).toBe(before);
  expect(await delivered(first)).toMatchObject({ 'x-token': 'of mine' });
  const { body: second } = await endpoint({});

  const { code, stdout } = await rekey();
  expect({ code, report: JSON.parse(stdout) as object }).toMatchObject({
    ...{ code: 0, report: { made: true, unreadable: {}, older_keys: 1, resealed: { 'webhook endpoints': ENDPOINTS + 2 } } },
  });
  expect(keysOfFile()).not.toContain(before);
  for (const each of [first, second]) await delivered(each);
  const { body } = await send('/v1/audit');
  expect(JSON.stringify(body)).toContain('percept secrets rekey');
});
