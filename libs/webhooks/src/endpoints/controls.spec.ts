import { statuses, TestReceiver, type WebhookHarness, useReceivers } from '../../../../test/harness/fixtures/webhook-harness';
import type { CreateWebhookRequest } from './endpoint-requests';
import { standardWebhook } from '../signature/signature';
import { waitFor } from '../../../../test/harness/wait-for';

let harness: WebhookHarness;
const receiver = useReceivers((opened) => (harness = opened));
const HTTPS = 'https://example.com/hook';
const HOUR = 3_600_000;

const verifies = (secret: string, { body, headers }: TestReceiver['received'][0]): boolean => {
  try {
    return Boolean(standardWebhook(secret).verify(body, headers));
  } catch {
    return false;
  }
};

test('after a rotation both secrets sign for 24 hours, then the new one alone', async () => {
  const { url, received } = await receiver(statuses(200));
  const { id, secret: old } = await harness.endpoints.create({ url });
  harness.work();
  const { secret, old_secret_until } = await harness.endpoints.rotate(id, { revoke: false });
  expect(Date.parse(old_secret_until!) - harness.clock.now()).toBeGreaterThan(23 * HOUR);
  await harness.emit();
  await harness.settled();
  expect([old, secret!].map((each) => verifies(each, received[0]!))).toEqual([true, true]);
  expect(received[0]!.headers['webhook-signature']).toMatch(/^v1,\S+ v1,\S+$/);
  harness.aheadMs = 24 * HOUR + 1_000;
  await harness.emit();
  await harness.settled();
  expect(received[1]!.headers['webhook-signature']).toMatch(/^v1,\S+$/);
  expect((await harness.endpoints.get(id)).old_secret_until).toBeNull();
});

test('to revoke after a rotation ends the old secret and keeps the new one', async () => {
  const { url, received } = await receiver(statuses(200));
  const { id, secret: old } = await harness.endpoints.create({ url });
  harness.work();
  const { secret } = await harness.endpoints.rotate(id, { revoke: false });
  const revoked = await harness.endpoints.rotate(id, { revoke: true });
  expect(revoked.old_secret_until).toBeNull();
  expect(revoked).not.toHaveProperty('secret');
  await harness.emit();
  await harness.settled();
  expect([old, secret!].map((each) => verifies(each, received[0]!))).toEqual([false, true]);
  await expect(harness.endpoints.rotate(id, { revoke: true })).rejects.toThrow(/no old one to revoke/);
});

test('a rotation that revokes ends the old secret at once, in the middle of retries too', async () => {
  const { url, received } = await receiver(statuses(500, 200));
  const { id, secret: old } = await harness.endpoints.create({ url });
  harness.work({ waitsMs: [HOUR] });
  await harness.emit();
  await waitFor(async () => (await harness.deliveries.list({ states: ['retrying'] })).length === 1);
  const { secret } = await harness.endpoints.rotate(id, { revoke: true, secret: 'a secret of my own choice' });
  expect(secret).toBe('a secret of my own choice');
  harness.aheadMs = 2 * HOUR;
  await harness.settled();
  expect(verifies(old, received[0]!)).toBe(true);
  const at = { ...received[1]!, headers: received[1]!.headers };
  expect(at.headers['webhook-signature']).toMatch(/^v1,\S+$/);
  const again = standardWebhook(secret!).sign(
    at.headers['webhook-id']!,
    new Date(Number(at.headers['webhook-timestamp']) * 1_000),
    at.body,
  );
  expect(at.headers['webhook-signature']).toBe(again);
});

test('headers of the own are sent, kept encrypted, and shown by name', async () => {
  const { url, received } = await receiver(statuses(200));
  const made = await harness.endpoints.create({ url, headers: { Authorization: 'Bearer of-this-endpoint', 'X-Team': 'blue' } });
  expect(made.header_names).toEqual(['authorization', 'x-team']);
  expect(JSON.stringify(await harness.store.reader.query('SELECT headers FROM webhook_endpoints'))).not.toContain(
    'of-this-endpoint',
  );
  harness.work();
  await harness.emit();
  await harness.settled();
  expect(received[0]!.headers).toMatchObject({ authorization: 'Bearer of-this-endpoint', 'x-team': 'blue' });
  const { request_headers } = (await harness.deliveries.list())[0]!.attempts[0]!;
  const id = received[0]!.headers['webhook-id'];
  expect(request_headers).toMatchObject({ 'webhook-id': id, authorization: '(hidden)', 'x-team': '(hidden)' });
  expect(request_headers).toMatchObject({ 'webhook-signature': '(hidden)', 'x-signature-256': '(hidden)' });
  expect((await harness.endpoints.update(made.id, { headers: {} })).header_names).toEqual([]);
});

test.each([
  [{ 'Webhook-Id': 'x' }, 'headers.Webhook-Id', /set by Percept/],
  [{ 'content-type': 'x' }, 'headers.content-type', /set by Percept/],
  [{ Host: 'x' }, 'headers.Host', /set by Percept/],
  [{ connection: 'close' }, 'headers.connection', /belongs to the connection/],
  [{ 'Transfer-Encoding': 'chunked' }, 'headers.Transfer-Encoding', /belongs to the connection/],
  [{ 'x-a': 'b\r\nx-c: d' }, 'headers.x-a', /without line breaks/],
  [{ 'x a': 'b' }, 'headers.x a', /letters, digits and hyphens/],
  [{ 'x-a': 1 }, 'headers.x-a', /must be a string/],
  [{ 'x-a': 'b', 'X-A': 'c' }, 'headers.X-A', /given twice/],
  [{ 'x-a': 'ä' }, 'headers.x-a', /printable ASCII/],
])('the headers %j are refused', async (headers, field, reason) => {
  const made = harness.endpoints.create({ url: HTTPS, headers: headers as unknown as Record<string, string> });
  await expect(made).rejects.toMatchObject({
    code: 'INVALID_REQUEST',
    details: { field, reason: expect.stringMatching(reason) },
  });
});

test('a filter lets through the events for which it is true, and those alone; it is evaluated after their commit', async () => {
  const { url } = await receiver(statuses(200));
  const filters = ["data.status == 'partial'", "type.startsWith('batch.') && data.counts.failed > 1", 'data.nothing'];
  const made: string[] = [];
  for (const filter of filters) made.push((await harness.endpoints.create({ url, filter })).id);
  await harness.emit('batch.completed', { status: 'partial', counts: { failed: 1 } });
  await harness.emit('batch.failed', { status: 'failed', counts: { failed: 2 } });
  await harness.emit('quota.threshold_reached', { used: 1 });
  expect(await harness.deliveries.list()).toEqual([]);
  harness.aheadMs = HOUR;
  made.push((await harness.endpoints.create({ url, filter: 'true' })).id);
  harness.work();
  await waitFor(async () => (await harness.store.reader.count('jobs')) === 0);
  const views = (await harness.deliveries.list()).reverse();
  expect(views.map(({ webhook_id, event_type }) => [made.indexOf(webhook_id), event_type]).sort()).toEqual([
    [0, 'batch.completed'],
    [1, 'batch.failed'],
  ]);
  expect((await harness.endpoints.update(made[0]!, { filter: '' })).filter).toBeNull();
});

test.each([
  ['loops', 'data.list.exists(a, data.list.exists(b, a < b && b < a))'],
  ['patterns', 'data.list.exists(a, data.text.matches("a{50}b"))'],
])('a filter whose %s do too much work lets nothing through, and the next event is filtered as ever', async (_, filter) => {
  const { url } = await receiver(statuses(200));
  await harness.endpoints.create({ url, filter: `${filter} || data.list.size() == 1` });
  harness.work();
  for (const size of [1_000, 1]) {
    const data = { list: Array.from({ length: size }, (_each, n) => n), text: 'a'.repeat(5_000) };
    await harness.emit('batch.completed', data);
  }
  await waitFor(async () => (await harness.store.reader.count('jobs')) === 0);
  expect(await harness.deliveries.list()).toHaveLength(1);
});

test.each([
  ['data.status ==', /^At character \d+: /],
  ['status == 1', /^At character 1: Nothing is called 'status' here/],
  ["'yes'", /gives string, but must give true or false/],
  [`data.x.matches('${'(a+)'.repeat(80)}')`, /pattern/],
])('the filter %j is refused with the reason', async (filter, reason) => {
  const input: CreateWebhookRequest = { url: HTTPS, filter };
  await expect(harness.endpoints.create(input)).rejects.toMatchObject({
    code: 'INVALID_REQUEST',
    details: { field: 'filter', reason: expect.stringMatching(reason) },
  });
});

test('no more attempts start in a second than the rate says, and none is lost', async () => {
  const { url, received } = await receiver(statuses(200));
  const { id } = await harness.endpoints.create({ url, rate_per_second: 1 });
  harness.work();
  for (let n = 0; n < 3; n++) await harness.emit();
  await waitFor(async () => received.length === 1 && (await harness.deliveries.list({ states: ['pending'] })).length === 2);
  await waitFor(async () => (await harness.deliveries.list()).filter(({ next_attempt_at }) => next_attempt_at).length === 2);
  const [last, middle] = (await harness.deliveries.list()).map(({ next_attempt_at }) => Date.parse(next_attempt_at!));
  expect(last! - middle!).toBe(1_000);
  await harness.endpoints.update(id, { rate_per_second: 0 });
  const views = await harness.settled();
  expect(views.map(({ state, attempts }) => [state, attempts.length])).toEqual(Array(3).fill(['succeeded', 1]));
});
