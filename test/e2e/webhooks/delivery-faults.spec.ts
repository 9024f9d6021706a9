import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { type Answer, statuses, type WebhookHarness, useReceivers } from '../../harness/fixtures/webhook-harness';
import { SecretBox } from '../../../libs/core/src/kernel';
import { remains, waitFor } from '../../harness/wait-for';
import { compiled } from '../../harness/compiled';

const WORKER = compiled('test/harness/children/delivery-worker');

let harness: WebhookHarness;
const receiver = useReceivers((opened) => (harness = opened));

test('410 switches the endpoint off, tells the others, and holds what waits until it is switched on', async () => {
  const leaving = await receiver(statuses(410, 200));
  const other = await receiver(statuses(200));
  const { id } = await harness.endpoints.create({ url: leaving.url, events: ['batch.*'] });
  await harness.endpoints.create({ url: other.url, events: ['system.notification'] });
  harness.work();
  const event = await harness.emit();
  await harness.settled();
  expect(await harness.endpoints.get(id)).toMatchObject({ active: false, disabled_reason: 'The receiver answered 410 Gone.' });
  expect((await harness.deliveries.list({ webhookId: id }))[0]).toMatchObject({ state: 'held', attempts: [{ status: 410 }] });
  expect(other.received.map(({ body }) => JSON.parse(body))).toEqual([
    expect.objectContaining({
      type: 'system.notification',
      data: { kind: 'webhook_disabled', webhook_id: id, url: leaving.url, reason: 'The receiver answered 410 Gone.' },
    }),
  ]);
  await harness.endpoints.update(id, { active: true });
  await waitFor(async () => (await harness.deliveries.list({ webhookId: id, states: ['succeeded'] })).length === 1);
  expect(leaving.received.map(({ headers }) => headers['webhook-id'])).toEqual([event.id, event.id]);
});

test('an endpoint that has failed for 24 hours is switched off', async () => {
  const { url } = await receiver(statuses(500));
  const { id } = await harness.endpoints.create({ url });
  harness.work();
  await harness.emit();
  await harness.settled();
  expect((await harness.endpoints.get(id)).active).toBe(true);
  harness.aheadMs = 24 * 3_600_000;
  await harness.emit();
  await harness.settled();
  expect(await harness.endpoints.get(id)).toMatchObject({
    active: false,
    disabled_reason: 'Every delivery failed for 24 hours.',
  });
});

test('a success in between restarts the 24 hours', async () => {
  const { url } = await receiver((response, n) => void response.writeHead(n === 5 ? 200 : 500).end());
  const { id } = await harness.endpoints.create({ url });
  harness.work();
  for (const hours of [0, 12, 25]) {
    harness.aheadMs = hours * 3_600_000;
    await harness.emit();
    await harness.settled();
  }
  expect((await harness.endpoints.get(id)).active).toBe(true);
});

test('deliveries of an endpoint that is switched off are held, and sent when it is switched on', async () => {
  const { url, received } = await receiver(statuses(200));
  const { id } = await harness.endpoints.create({ url });
  await harness.emit();
  await harness.endpoints.update(id, { active: false });
  harness.work();
  expect((await harness.settled())[0]!.state).toBe('held');
  expect(received).toEqual([]);
  await harness.endpoints.update(id, { active: true });
  await waitFor(() => received.length === 1);
  expect((await harness.settled())[0]!.state).toBe('succeeded');
});

test('deliveries of an endpoint that is deleted are given up', async () => {
  const { url, received } = await receiver(statuses(500));
  const { id } = await harness.endpoints.create({ url });
  harness.work({ waitsMs: [3_600_000] });
  await harness.emit();
  await waitFor(async () => (await harness.deliveries.list({ states: ['retrying'] })).length === 1);
  await harness.endpoints.delete(id);
  expect((await harness.settled())[0]).toMatchObject({ state: 'cancelled', next_attempt_at: null });
  harness.aheadMs = 4_000_000;
  await harness.emit();
  await remains(() => received.length === 1);
});

test('a hung receiver has eight attempts under way and delays no other', async () => {
  const hung = await receiver(() => undefined);
  const well = await receiver(statuses(200));
  await harness.endpoints.create({ url: hung.url });
  await harness.endpoints.create({ url: well.url });
  for (let n = 0; n < 40; n++) await harness.emit();
  harness.work();
  await waitFor(() => well.received.length === 40 && hung.received.length >= 8);
  await remains(() => hung.received.length === 8);
});

test('of a process that is killed between sending and recording nothing is lost, and what was under way comes again, the same', async () => {
  let child: ChildProcess | undefined;
  const answer: Answer = (response, n) => (n === 20 ? child?.kill('SIGKILL') : response.writeHead(200).end());
  const both = [await receiver(answer), await receiver(statuses(200))];
  for (const { url } of both) await harness.endpoints.create({ url });
  const events: string[] = [];
  for (let n = 0; n < 60; n++) events.push((await harness.emit()).id);
  child = spawn(process.execPath, [WORKER, harness.file, harness.keyFile], { stdio: 'inherit' });
  await once(child, 'exit');
  expect(child.signalCode).toBe('SIGKILL');
  child = undefined;
  harness.work();
  const views = await harness.settled();
  expect(views.map(({ state, attempts }) => [state, attempts.length])).toEqual(Array(120).fill(['succeeded', 1]));
  for (const { received } of both) {
    const came = received.map(({ headers }) => headers['webhook-id']!);
    expect(new Set(came)).toEqual(new Set(events));
    expect(received.length - events.length).toBeLessThanOrEqual(8);
    expect(new Set(received.map(({ body }) => body)).size).toBe(events.length);
  }
  expect(both[0]!.received.length).toBeGreaterThan(60);
});

test('where the key file was exchanged nothing is sent, and the attempt says why', async () => {
  const { url, received } = await receiver(statuses(200));
  await harness.endpoints.create({ url });
  harness.work({ secrets: SecretBox.openFile(`${harness.keyFile}.other`), waitsMs: [] });
  await harness.emit();
  expect((await harness.settled())[0]).toMatchObject({
    state: 'exhausted',
    attempts: [{ status: null, reason: expect.stringMatching(/^the secret cannot be read/) }],
  });
  expect(received).toEqual([]);
});

test('a worker that closes releases the attempt that hangs, and the next one makes it', async () => {
  const { url, received } = await receiver((response, n) => n > 0 && response.writeHead(200).end());
  await harness.endpoints.create({ url });
  const first = harness.work();
  await harness.emit();
  await waitFor(() => received.length === 1);
  await first.close();
  harness.work();
  const [view] = await harness.settled();
  expect(view).toMatchObject({ state: 'succeeded', attempts: [{ number: 1 }] });
});
