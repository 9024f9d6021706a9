import { WebhookHarness } from '../../../../test/harness/fixtures/webhook-harness';
import { type WebhookListener, startListener } from './listener';
import { signedHeaders } from '../signature/signature';
import { waitFor } from '../../../../test/harness/wait-for';

const secret = 'correct horse battery staple';
const lines: string[] = [];
let receiver: WebhookListener | undefined;
let harness: WebhookHarness | undefined;

async function start(script?: string): Promise<string> {
  receiver = await startListener({ port: 0, secret, script, print: (line) => lines.push(line.replace(/^\S+ /, '')) });
  return receiver.url;
}

async function send(
  url: string,
  body = '{"type":"batch.completed"}',
  { signedBody = body, id = 'evt_1', signal }: { signedBody?: string; id?: string; signal?: AbortSignal } = {},
): Promise<number> {
  const headers = signedHeaders([secret], id, signedBody, new Date());
  const response = await fetch(url, { method: 'POST', body, headers, signal });
  await response.text();
  return response.status;
}

afterEach(async () => {
  await harness?.close();
  await receiver?.close();
  harness = receiver = undefined;
  lines.length = 0;
});

test('each delivery is verified and printed in a line, and one that comes again is noted', async () => {
  const url = await start();
  expect(await send(url)).toBe(200);
  expect(await send(url)).toBe(200);
  expect(lines).toEqual([
    'evt_1 batch.completed: signature right → 200',
    'evt_1 batch.completed: signature right, again (2), though it was taken → 200',
  ]);
});

test('it counts what is wrong: signatures, bodies, duplicates and order', async () => {
  const url = await start();
  const body = (at: string) => JSON.stringify({ type: 'batch.completed', created_at: at });
  await send(url, body('2026-01-02T00:00:00.000Z'));
  await send(url, body('2026-01-02T00:00:00.001Z'));
  await send(url, '{}', { signedBody: '{"a":1}' });
  await send(url, body('2026-01-01T00:00:00.000Z'), { id: 'evt_2' });
  expect(receiver!.report).toEqual({
    requests: 4,
    events: 2,
    accepted: 2,
    wrongSignatures: 1,
    changedBodies: 1,
    duplicates: 1,
    disordered: 1,
  });
});

test('a changed body is refused', async () => {
  const url = await start();
  expect(await send(url, '{"type":"forged"}', { signedBody: '{}' })).toBe(401);
  expect(lines).toEqual(['evt_1 forged: signature wrong → 401']);
});

test('it misbehaves as told, request after request, and repeats the last', async () => {
  const url = await start('500,timeout,slowbody,reset,204');
  expect(await send(url)).toBe(500);
  const impatient = async () => {
    const before = lines.length;
    const patience = new AbortController();
    const answered = send(url, '{}', { signal: patience.signal });
    // Gives up once the receiver has taken the request, however long that took.
    void waitFor(() => lines.length > before).then(() => patience.abort(new Error('gave up')));
    await expect(answered).rejects.toThrow('gave up');
  };
  await impatient();
  await impatient();
  await expect(send(url)).rejects.toThrow();
  expect(await send(url)).toBe(204);
  expect(await send(url)).toBe(204);
  expect(lines.map((line) => line.split(' → ')[1])).toEqual(['500', 'timeout', 'slowbody', 'reset', '204', '204']);
});

test('a word that the script does not know is refused with the nearest', async () => {
  await expect(start('500,timeot')).rejects.toThrow("'timeot' is not something that the receiver can do");
  await expect(start('500,timeot')).rejects.toThrow("Did you mean 'timeout'?");
  await expect(start('700')).rejects.toThrow(/200 to 599/);
});

test('a port that is taken is reported', async () => {
  const port = Number(new URL(await start()).port);
  await expect(startListener({ port, print: () => undefined })).rejects.toThrow('EADDRINUSE');
});

test('our own deliveries arrive through everything that it can do', async () => {
  const url = await start('500,timeout,reset,slowbody');
  harness = await new WebhookHarness().open();
  await harness.endpoints.create({ url, secret });
  // One of the attempts takes that long; the others must not, however slow the machine is.
  harness.work({ timeoutMs: 3_000 });
  await harness.emit();
  const [view] = await harness.settled();
  expect(view).toMatchObject({ state: 'succeeded' });
  expect(view!.attempts.map(({ status }) => status)).toEqual([500, null, null, 200]);
  expect(lines).toHaveLength(4);
  expect(lines[3]).toMatch(/signature right, again \(4\)/);
});
