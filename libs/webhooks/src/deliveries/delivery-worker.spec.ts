import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { safeAgent } from '@percept/core';
import { statuses, TestReceiver, type WebhookHarness, useReceivers } from '../../../../test/harness/fixtures/webhook-harness';
import { standardWebhook } from '../signature/signature';
import { remains, waitFor } from '../../../../test/harness/wait-for';

const TLS = resolve(__dirname, '../../../../test/harness/fixtures/tls');

let harness: WebhookHarness;
const receiver = useReceivers((opened) => (harness = opened));

test('a delivery arrives once, signed, with the event in its body', async () => {
  const { url, received } = await receiver(statuses(200));
  const { secret } = await harness.endpoints.create({ url });
  harness.work();
  const event = await harness.emit('batch.completed', { run_id: 'run_1', name: 'Zürich 😀' });
  const [view] = await harness.settled();
  expect(received).toHaveLength(1);
  const { headers, body } = received[0]!;
  expect(JSON.parse(body)).toEqual(event);
  expect(Object.keys(JSON.parse(body))).toEqual(['id', 'type', 'created_at', 'data']);
  expect(headers).toMatchObject({
    'content-type': 'application/json',
    'user-agent': 'Percept/1.2.3',
    'webhook-id': event.id,
    'x-signature-256': expect.stringMatching(/^sha256=[0-9a-f]{64}$/),
  });
  expect(standardWebhook(secret).verify(body, headers)).toEqual(event);
  expect(() => standardWebhook(secret).verify(body.replace('run_1', 'run_2'), headers)).toThrow('No matching signature');
  expect(view).toMatchObject({ state: 'succeeded', attempts: [{ number: 1, status: 200, reason: null }] });
});

test('four failures and then a success: five attempts under one id', async () => {
  const { url, received } = await receiver(statuses(500, 500, 500, 500, 200));
  await harness.endpoints.create({ url });
  harness.work();
  const event = await harness.emit();
  const [view] = await harness.settled();
  expect(view!.state).toBe('succeeded');
  expect(view!.attempts.map(({ number, status }) => [number, status])).toEqual([
    [1, 500],
    [2, 500],
    [3, 500],
    [4, 500],
    [5, 200],
  ]);
  expect(received.map(({ headers }) => headers['webhook-id'])).toEqual(Array(5).fill(event.id));
  expect(new Set(received.map(({ body }) => body)).size).toBe(1);
});

test('five failures exhaust a delivery', async () => {
  const { url, received } = await receiver(statuses(500));
  await harness.endpoints.create({ url });
  harness.work();
  await harness.emit();
  const [view] = await harness.settled();
  expect(view).toMatchObject({ state: 'exhausted', next_attempt_at: null, ended_at: expect.any(String) });
  expect(view!.attempts.map(({ reason }) => reason)).toEqual(Array(5).fill('status 500'));
  await remains(() => received.length === 5);
});

test('an endpoint may have fewer attempts than the service makes, and more; 0 makes it follow the service again', async () => {
  const { url } = await receiver(statuses(500));
  const { id } = await harness.endpoints.create({ url, max_attempts: 2 });
  harness.work();
  await harness.emit();
  expect((await harness.settled())[0]!.attempts).toHaveLength(2);
  expect(await harness.endpoints.update(id, { max_attempts: 7 })).toMatchObject({ max_attempts: 7 });
  await harness.emit();
  expect((await harness.settled())[1]!.attempts).toHaveLength(7);
  expect(await harness.endpoints.update(id, { max_attempts: 0 })).toMatchObject({ max_attempts: null });
});

test('the wait before the next attempt is reported, and Retry-After is honoured', async () => {
  const { url } = await receiver((response) => void response.writeHead(503, { 'retry-after': '3600' }).end());
  await harness.endpoints.create({ url });
  harness.work();
  await harness.emit();
  await waitFor(async () => (await harness.deliveries.list({ states: ['retrying'] })).length === 1);
  const [view] = await harness.deliveries.list();
  const { at, duration_ms } = view!.attempts[0]!;
  expect(Date.parse(view!.next_attempt_at!) - (Date.parse(at) + duration_ms)).toBe(3_600_000);
});

test('a redirect is a failure and is not followed', async () => {
  const elsewhere = await receiver(statuses(200));
  const targets = ['http://169.254.169.254/latest/meta-data', elsewhere.url];
  const { url } = await receiver(
    (response, n) => void response.writeHead(n % 2 ? 307 : 301, { location: targets[n % 2]! }).end(),
  );
  await harness.endpoints.create({ url });
  harness.work();
  await harness.emit();
  const [view] = await harness.settled();
  expect(view!.state).toBe('exhausted');
  expect(view!.attempts.map(({ reason }) => reason)).toEqual([
    'status 301: redirects are not followed',
    'status 307: redirects are not followed',
    'status 301: redirects are not followed',
    'status 307: redirects are not followed',
    'status 301: redirects are not followed',
  ]);
  expect(elsewhere.received).toEqual([]);
});

test('an answer whose body drips past the time limit counts by its status', async () => {
  const { url } = await receiver((response, n) => {
    response.writeHead(n === 0 ? 500 : 200);
    const drip = setInterval(() => response.write('.'), 10);
    response.on('close', () => clearInterval(drip));
  });
  await harness.endpoints.create({ url });
  harness.work({ timeoutMs: 150 });
  await harness.emit();
  const [view] = await harness.settled();
  const attempts = view!.attempts.map(({ status, reason }) => [status, reason]);
  // Before them, a machine that is busy may let attempts time out.
  expect(attempts.filter(([status]) => status !== null)).toEqual([
    [500, 'status 500'],
    [200, null],
  ]);
});

test('an endless answer is cut, and its first 16 KiB are kept', async () => {
  let cut = false;
  const { url } = await receiver((response) => {
    const write = (): void => {
      while (!response.destroyed && response.write('x'.repeat(10_000)));
    };
    response.on('drain', write).on('close', () => (cut = true));
    write();
  });
  await harness.endpoints.create({ url });
  harness.work();
  await harness.emit();
  const [view] = await harness.settled();
  expect(view).toMatchObject({ state: 'succeeded', attempts: [{ response_body: 'x'.repeat(16_384) }] });
  await waitFor(() => cut);
});

test('answers are kept without what looks secret', async () => {
  const { url } = await receiver(
    (response) => void response.writeHead(200, { 'x-trace': 'abc', 'set-cookie': 'sid=1', 'x-api-key': 'k' }).end('thanks\0'),
  );
  await harness.endpoints.create({ url });
  harness.work();
  await harness.emit();
  const [view] = await harness.settled();
  expect(view!.attempts[0]!.response_body).toBe('thanks\uFFFD');
  expect(view!.attempts[0]!.response_headers).toMatchObject({ 'x-trace': 'abc' });
  expect(JSON.stringify(view)).not.toMatch(/set-cookie|sid=1|x-api-key/);
});

test('a receiver that cuts the connection or is not there is a failure with its reason', async () => {
  const cutting = await receiver((response) => void response.socket!.resetAndDestroy());
  const gone = await TestReceiver.start(statuses(200));
  await gone.stop();
  await harness.endpoints.create({ url: cutting.url });
  await harness.endpoints.create({ url: gone.url });
  harness.work({ waitsMs: [] });
  await harness.emit();
  const views = await harness.settled();
  expect(views.map(({ attempts }) => attempts.map(({ status, reason }) => [status, reason]))).toEqual([
    [[null, expect.stringMatching(/^the connection was cut/)]],
    [[null, expect.stringMatching(/^refused/)]],
  ]);
});

test('an address that is not allowed any more is refused at the attempt', async () => {
  const { url, received } = await receiver(statuses(200));
  await harness.endpoints.create({ url });
  harness.work({ allowLoopback: false, waitsMs: [] });
  await harness.emit();
  const [view] = await harness.settled();
  expect(view!.attempts[0]!.reason).toBe('forbidden address: 127.0.0.1 is a loopback address');
  expect(received).toEqual([]);
});

test('over https the certificate is checked', async () => {
  const cert = readFileSync(`${TLS}/localhost.crt.pem`, 'utf8');
  const key = readFileSync(`${TLS}/localhost.key.pem`, 'utf8');
  const { url, received } = await receiver(statuses(200), { cert, key });
  await harness.endpoints.create({ url });
  const strict = harness.work({ waitsMs: [] });
  await harness.emit();
  expect((await harness.settled())[0]).toMatchObject({
    state: 'exhausted',
    attempts: [{ reason: expect.stringMatching(/^TLS/) }],
  });
  expect(received).toEqual([]);
  await strict.close();
  harness.work({ agent: safeAgent({ allowLoopback: true, ca: [cert] }) });
  await harness.emit();
  expect((await harness.settled())[1]).toMatchObject({ state: 'succeeded' });
});
