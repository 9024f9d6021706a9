import { statuses, type WebhookHarness, useReceivers } from '../../../../test/harness/fixtures/webhook-harness';
import { remains, waitFor } from '../../../../test/harness/wait-for';

let harness: WebhookHarness;
const receiver = useReceivers((opened) => (harness = opened));
const HOUR = 3_600_000;

const states = async () => (await harness.deliveries.list({ limit: 200 })).map(({ state }) => state);
const pending = async () => (await states()).filter((state) => state === 'pending').length;

/** Resolves when the worker has looked for work once more: what it could send then, it has begun to. */
async function lookedAgain(): Promise<void> {
  const other = await receiver(statuses(200));
  const { id } = await harness.endpoints.create({ url: other.url, events: ['quota.*'] });
  await harness.replays.test(id, 'quota.threshold_reached');
  await waitFor(() => other.received.length === 1);
}

test('ten failures in a row open the circuit: nothing is sent, no attempt is counted, and a probe that succeeds lets all through', async () => {
  let well = false;
  const { url, received } = await receiver((response) => void response.writeHead(well ? 200 : 500).end());
  const { id } = await harness.endpoints.create({ url });
  harness.work({ waitsMs: [] });
  for (let n = 0; n < 10; n++) {
    await harness.emit('batch.completed', { n });
    await harness.settled();
  }
  expect(await harness.endpoints.get(id)).toMatchObject({ circuit: 'open', circuit_until: expect.any(String) });
  for (let n = 10; n < 15; n++) await harness.emit('batch.completed', { n });
  await lookedAgain();
  expect(received).toHaveLength(10);
  expect((await harness.deliveries.list({ states: ['pending'] })).map(({ attempts }) => attempts)).toEqual(Array(5).fill([]));
  well = true;
  harness.aheadMs = 30_001;
  expect((await harness.endpoints.get(id)).circuit).toBe('half_open');
  await waitFor(async () => (await pending()) === 0 && !(await states()).includes('sending'));
  expect(received).toHaveLength(15);
  expect(await harness.endpoints.get(id)).toMatchObject({ circuit: 'closed', circuit_until: null, failing_since: null });
});

test('a probe that fails opens the circuit again, and is the only one that was sent', async () => {
  const { url, received } = await receiver(statuses(500));
  const { id } = await harness.endpoints.create({ url });
  harness.work({ waitsMs: [] });
  for (let n = 0; n < 10; n++) {
    await harness.emit();
    await harness.settled();
  }
  for (let n = 0; n < 6; n++) await harness.emit();
  harness.aheadMs = 30_001;
  await waitFor(async () => (await states()).filter((state) => state === 'exhausted').length === 11);
  expect(await harness.endpoints.get(id)).toMatchObject({ circuit: 'open' });
  await lookedAgain();
  expect(received).toHaveLength(11);
  expect(await pending()).toBe(5);
});

test('held deliveries are sent in order, one at a time, however long each takes', async () => {
  const open: (() => void)[] = [];
  const { url, received } = await receiver((response) => void open.push(() => response.writeHead(200).end()));
  const { id } = await harness.endpoints.create({ url });
  await harness.endpoints.update(id, { active: false });
  const events: string[] = [];
  for (let n = 0; n < 5; n++) events.push((await harness.emit('batch.completed', { n })).id);
  expect(await states()).toEqual(Array(5).fill('held'));
  harness.work();
  await harness.endpoints.update(id, { active: true });
  for (let n = 1; n <= 5; n++) {
    await waitFor(() => received.length === n);
    await remains(() => received.length === n, { ms: 30 });
    open.shift()!();
  }
  await waitFor(async () => (await states()).every((state) => state === 'succeeded'));
  expect(received.map(({ headers }) => headers['webhook-id'])).toEqual(events);
});

test('held deliveries keep the order of events of one millisecond', async () => {
  const { id } = await harness.endpoints.create({ url: 'https://example.com/' });
  await harness.endpoints.update(id, { active: false });
  const events = await harness.store.transaction(async (tx) => {
    const emitted: string[] = [];
    for (let n = 0; n < 100; n++) emitted.push((await harness.events.emit(tx, 'prj_default', 'batch.completed', { n })).id);
    return emitted;
  });
  const held = await harness.deliveries.list({ limit: 100 });
  expect(held.map(({ event_id }) => event_id).reverse()).toEqual(events);
});

test('an endpoint that is switched off while it catches up keeps the rest, in order', async () => {
  let off = false;
  const { url, received } = await receiver((response, n) => {
    if (n === 1 && !off) off = true;
    response.writeHead(200).end();
  });
  const { id } = await harness.endpoints.create({ url });
  await harness.endpoints.update(id, { active: false });
  const events: string[] = [];
  for (let n = 0; n < 6; n++) events.push((await harness.emit()).id);
  harness.work();
  await harness.endpoints.update(id, { active: true });
  await waitFor(() => off);
  await harness.endpoints.update(id, { active: false });
  await waitFor(async () => (await states()).every((state) => ['held', 'succeeded'].includes(state)));
  await harness.endpoints.update(id, { active: true });
  await waitFor(async () => (await states()).every((state) => state === 'succeeded'));
  expect(received.map(({ headers }) => headers['webhook-id'])).toEqual(events);
});

test('an endpoint that failed everything for 24 hours is switched off, the others are notified, and nothing is thrown away', async () => {
  const failing = await receiver(statuses(500));
  const other = await receiver(statuses(200));
  const { id } = await harness.endpoints.create({ url: failing.url, events: ['*'] });
  await harness.endpoints.create({ url: other.url, events: ['system.notification'] });
  harness.work({ waitsMs: [60_000, 60_000, 60_000, 60_000] });
  await harness.emit();
  await waitFor(async () => (await states()).includes('retrying'));
  harness.aheadMs = 24 * HOUR + 60_000;
  await waitFor(async () => !(await harness.endpoints.get(id)).active);
  await harness.emit();
  await waitFor(() => other.received.length === 1);
  expect(JSON.parse(other.received[0]!.body)).toMatchObject({
    type: 'system.notification',
    data: { kind: 'webhook_disabled', webhook_id: id, reason: 'Every delivery failed for 24 hours.' },
  });
  const kept = await harness.deliveries.list({ webhookId: id });
  expect(kept.map(({ state }) => state)).toEqual(['held', 'held']);
});

const RETRY_AFTER: [string, string, number, number][] = [
  ['seconds', '120', 120_000, 120_000],
  ['a date', 'DATE', 598_000, 600_000],
  ['nonsense', 'soon', 60_000, 60_000],
  ['ten years', String(10 * 365 * 86_400), 2 * HOUR, 2 * HOUR],
  ['a negative number', '-5', 60_000, 60_000],
];

test.each(RETRY_AFTER)(
  'a 429 with Retry-After as %s waits as long as that, at least a minute, two hours at most',
  async (_, value, least, most) => {
    const date = () => new Date(Date.now() + 600_000).toUTCString();
    const { url } = await receiver(
      (response) => void response.writeHead(429, { 'retry-after': value === 'DATE' ? date() : value }).end(),
    );
    await harness.endpoints.create({ url });
    harness.work({ slowDownMs: 60_000 });
    await harness.emit();
    await waitFor(async () => (await states()).includes('retrying'));
    const { next_attempt_at, attempts } = (await harness.deliveries.list())[0]!;
    const waited = Date.parse(next_attempt_at!) - Date.parse(attempts[0]!.at) - attempts[0]!.duration_ms;
    expect(waited).toBeGreaterThanOrEqual(least - 2_000);
    expect(waited).toBeLessThanOrEqual(most);
  },
);
