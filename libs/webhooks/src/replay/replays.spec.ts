import { statuses, type WebhookHarness, useReceivers } from '../../../../test/harness/fixtures/webhook-harness';
import { waitFor } from '../../../../test/harness/wait-for';

let harness: WebhookHarness;
const receiver = useReceivers((opened) => (harness = opened));

const now = () => new Date(harness.clock.now()).toISOString();
const LONG_AGO = '2020-01-01T00:00:00Z';

test('an exhausted delivery that is sent again gets all its attempts again, under the same event id', async () => {
  const { url, received } = await receiver(statuses(500, 500, 500, 200));
  await harness.endpoints.create({ url });
  harness.work({ waitsMs: [1] });
  const event = await harness.emit();
  const { id } = (await harness.settled())[0]!;
  await harness.replays.redeliver(id);
  const [view] = await harness.settled();
  expect(view).toMatchObject({ id, state: 'succeeded', attempts: [1, 2, 3, 4].map((number) => ({ number })) });
  expect(received.map(({ headers }) => headers['webhook-id'])).toEqual(Array(4).fill(event.id));
  expect((await harness.deliveries.get(id)).payload).toEqual(event);
});

test('a delivery that waits for its next attempt is sent at once when it is sent again', async () => {
  const { url, received } = await receiver(statuses(500, 200));
  await harness.endpoints.create({ url });
  harness.work({ waitsMs: [3_600_000] });
  await harness.emit();
  await waitFor(async () => (await harness.deliveries.list({ states: ['retrying'] })).length === 1);
  await harness.replays.redeliver((await harness.deliveries.list())[0]!.id);
  expect((await harness.settled())[0]!.state).toBe('succeeded');
  expect(received).toHaveLength(2);
});

test('what is on its way, held, or nobody any more is not sent again', async () => {
  const { id } = await harness.endpoints.create({ url: 'https://example.com/hook' });
  await harness.emit();
  const [delivery] = await harness.deliveries.list();
  await expect(harness.replays.redeliver(delivery!.id)).rejects.toMatchObject({ code: 'CONFLICT' });
  await harness.endpoints.update(id, { active: false });
  await expect(harness.replays.redeliver(delivery!.id)).rejects.toMatchObject({ code: 'CONFLICT' });
  await harness.endpoints.delete(id);
  await expect(harness.replays.redeliver(delivery!.id)).rejects.toMatchObject({ code: 'NOT_FOUND' });
  await expect(harness.replays.redeliver('dlv_0')).rejects.toMatchObject({ code: 'NOT_FOUND' });
});

test('a recovery counts first, then sends all that fits, in order, once', async () => {
  let well = false;
  let underWay = 0;
  let maxAtOnce = 0;
  const { url, received } = await receiver((response) => {
    if (!well) return void response.writeHead(500).end();
    maxAtOnce = Math.max(maxAtOnce, ++underWay);
    setTimeout(() => {
      underWay--;
      response.writeHead(200).end();
    }, 30);
  });
  const { id } = await harness.endpoints.create({ url, rate_per_second: 500 });
  harness.work({ waitsMs: [] });
  const events: string[] = [];
  for (let n = 0; n < 4; n++) events.push((await harness.emit('batch.completed', { n })).id);
  await harness.emit('batch.failed');
  await harness.settled();
  received.length = 0;
  well = true;
  const criteria = { since: LONG_AGO, types: ['batch.completed' as const], states: ['exhausted' as const] };
  expect(await harness.replays.recover(id, { ...criteria, dry_run: true })).toEqual({
    id: null,
    dry_run: true,
    count: 4,
    recovered: 0,
    ended_at: null,
  });
  const started = await harness.replays.recover(id, { ...criteria, dry_run: false });
  expect(started).toMatchObject({ id: expect.stringMatching(/^rcv_/), count: 4, recovered: 0 });
  await waitFor(() => received.length === 4);
  await harness.settled();
  expect(received.map(({ headers }) => headers['webhook-id'])).toEqual(events);
  expect(maxAtOnce).toBe(1);
  expect(await harness.replays.recovery(id, started.id!)).toMatchObject({ recovered: 4, ended_at: expect.any(String) });
  const states = (await harness.deliveries.list()).map(({ event_type, state }) => [event_type, state]);
  expect(states).toEqual([['batch.failed', 'exhausted'], ...Array<string[]>(4).fill(['batch.completed', 'succeeded'])]);
});

test('a recovery resumes after its process ends, portion by portion', async () => {
  const { url, received } = await receiver(statuses(200));
  const { id } = await harness.endpoints.create({ url, rate_per_second: 1_000 });
  for (let n = 0; n < 130; n++) await harness.emit();
  const first = harness.work();
  await harness.settled();
  await first.close();
  received.length = 0;
  const { id: recovery } = await harness.replays.recover(id, { since: LONG_AGO, states: ['succeeded'], dry_run: false });
  harness.work();
  await waitFor(async () => (await harness.replays.recovery(id, recovery!)).ended_at !== null);
  await waitFor(() => received.length === 130);
  expect(new Set(received.map(({ headers }) => headers['webhook-id'])).size).toBe(130);
});

test('a recovery of a time that ends before it begins is refused', async () => {
  const { id } = await harness.endpoints.create({ url: 'https://example.com/hook' });
  const criteria = { since: now(), until: LONG_AGO, states: ['exhausted' as const], dry_run: true };
  await expect(harness.replays.recover(id, criteria)).rejects.toMatchObject({ details: { field: 'since' } });
});

test('a test sends one example to the endpoint alone, whatever it subscribes to', async () => {
  const [one, other] = [await receiver(statuses(200)), await receiver(statuses(200))];
  const { id } = await harness.endpoints.create({ url: one.url, events: ['batch.*'] });
  await harness.endpoints.create({ url: other.url });
  harness.work();
  const delivery = await harness.replays.test(id, 'quota.threshold_reached');
  await harness.settled();
  expect(JSON.parse(one.received[0]!.body)).toMatchObject({
    type: 'quota.threshold_reached',
    data: { test: true, threshold: 80 },
  });
  expect(other.received).toEqual([]);
  expect((await harness.deliveries.get(delivery)).state).toBe('succeeded');
  await harness.endpoints.update(id, { active: false });
  await expect(harness.replays.test(id, 'batch.failed')).rejects.toMatchObject({ code: 'CONFLICT' });
});

test('what ended before the retention is removed with its attempts, what is held is given up first', async () => {
  const { url } = await receiver(statuses(200));
  const off = await harness.endpoints.create({ url: 'https://example.com/hook' });
  await harness.endpoints.update(off.id, { active: false });
  await harness.endpoints.create({ url });
  harness.work();
  await harness.emit();
  await harness.settled();
  const later = harness.clock.now() + 1_000;
  expect(await harness.sweep({ before: later - 5_000, now: later })).toBe(0);
  expect(await harness.sweep({ before: later, now: later })).toBe(1);
  expect((await harness.deliveries.list()).map(({ webhook_id, state }) => [webhook_id, state])).toEqual([[off.id, 'cancelled']]);
  expect(await harness.sweep({ before: later + 1, now: later })).toBe(1);
  expect(await harness.store.reader.query('SELECT * FROM webhook_attempts')).toEqual([]);
});

test('deliveries are found by a text of their payload, an id or what they were answered, and just those are sent again', async () => {
  const { url, received } = await receiver(statuses(500, 200, 200));
  const { id } = await harness.endpoints.create({ url });
  harness.work({ waitsMs: [] });
  for (const photo of ['Cat_1.jpg', 'cat-1.jpg', 'dog.jpg']) {
    await harness.emit('batch.completed', { photo });
    await harness.settled();
  }
  const [dog, second, first] = await harness.deliveries.list();
  const found = async (search: string) => (await harness.deliveries.list({ search })).map((each) => each.id);
  expect(await found('CAT')).toEqual([second!.id, first!.id]);
  // `_` and `%` stand for themselves.
  expect(await found('cat_1')).toEqual([first!.id]);
  expect(await found('%')).toEqual([]);
  expect(await found(dog!.event_id)).toEqual([dog!.id]);
  expect(await found(dog!.id)).toEqual([dog!.id]);
  // An id may have these digits too.
  expect(await found('500')).toContain(first!.id);
  received.length = 0;
  const criteria = { since: LONG_AGO, states: ['exhausted' as const, 'succeeded' as const], search: 'cat' };
  expect(await harness.replays.recover(id, { ...criteria, dry_run: true })).toMatchObject({ count: 2 });
  await harness.replays.recover(id, { ...criteria, dry_run: false });
  await waitFor(() => received.length === 2);
  expect(received.map(({ headers }) => headers['webhook-id'])).toEqual([first!.event_id, second!.event_id]);
});
