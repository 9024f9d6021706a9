import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { WebhookHarness } from '../../../../test/harness/fixtures/webhook-harness';
import { WebhookEndpoints } from './endpoints';
import { matchesEvent } from './event-patterns';

let harness: WebhookHarness;
let endpoints: WebhookEndpoints;
const url = 'https://example.com/hooks';

beforeEach(async () => {
  harness = await new WebhookHarness().open();
  const { store, queue, secrets, clock } = harness;
  endpoints = new WebhookEndpoints(store, queue, secrets, { clock });
});

afterEach(() => harness.close());

const refusal = (work: Promise<unknown>) =>
  work.then(
    () => 'taken',
    (error: { code: string; message: string; details?: { field: string; reason: string } }) =>
      `${error.code} ${error.details?.field ?? ''} ${error.details?.reason ?? error.message}`,
  );

test('an endpoint is created with all events and a secret of ours, shown this once', async () => {
  const created = await endpoints.create({ url });
  expect(created).toEqual({
    circuit: 'closed',
    circuit_until: null,
    failing_since: null,
    filter: null,
    header_names: [],
    old_secret_until: null,
    rate_per_second: null,
    max_attempts: null,
    id: expect.stringMatching(/^whk_[0-9a-f]{32}$/),
    url,
    events: ['*'],
    description: null,
    active: true,
    disabled_reason: null,
    created_at: expect.stringMatching(/Z$/),
    updated_at: created.created_at,
    secret: expect.stringMatching(/^whsec_[A-Za-z0-9+/]{43}=$/),
  });
  const { secret, ...shown } = created;
  expect(Buffer.from(secret.slice('whsec_'.length), 'base64')).toHaveLength(32);
  expect(await endpoints.get(created.id)).toEqual(shown);
  expect(await endpoints.list()).toEqual([shown]);
});

test("a caller's secret is kept as given", async () => {
  const secret = 'correct horse battery staple';
  expect((await endpoints.create({ url, secret })).secret).toBe(secret);
});

test('no secret can be read in the files of the database', async () => {
  const secret = 'correct horse battery staple';
  const made = await endpoints.create({ url, description: 'to be found' });
  await endpoints.create({ url, secret });
  const folder = dirname(harness.file);
  const files = readdirSync(folder).filter((name) => name.startsWith('percept.db'));
  const bytes = Buffer.concat(files.map((name) => readFileSync(join(folder, name))));
  expect(bytes.includes('to be found')).toBe(true);
  expect(bytes.includes(secret)).toBe(false);
  expect(bytes.includes(made.secret.slice('whsec_'.length))).toBe(false);
  expect(bytes.includes(Buffer.from(made.secret.slice('whsec_'.length), 'base64'))).toBe(false);
});

test.each([
  ['no url', /^INVALID_REQUEST url This is not a URL/],
  ['http://example.com/', /^INVALID_REQUEST url Deliveries go over https only, not http\.$/],
  ['ftp://example.com/', /^INVALID_REQUEST url Deliveries go over https only, not ftp\.$/],
  ['https://user:pass@example.com/', /^INVALID_REQUEST url Leave user name and password out/],
  ['http://localhost:3000/', /^INVALID_REQUEST url Deliveries go over https .*PERCEPT_WEBHOOK_ALLOW_LOOPBACK/],
  ['https://localhost/', /^INVALID_REQUEST url localhost is this machine itself.*PERCEPT_WEBHOOK_ALLOW_LOOPBACK/],
  ['https://[::1]/', /^INVALID_REQUEST url ::1 is this machine itself/],
  ['https://2130706433/', /^INVALID_REQUEST url 127.0.0.1 is this machine itself/],
  ['https://10.0.0.1/', /^INVALID_REQUEST url 10.0.0.1 is a private address; deliveries go to the public internet only\.$/],
  ['https://169.254.169.254/', /^INVALID_REQUEST url 169.254.169.254 is a link-local address/],
  ['https://[::ffff:10.0.0.1]/', /^INVALID_REQUEST url ::ffff:a00:1 is an IPv4 address in an IPv6 disguise/],
])('the URL %s is refused with a reason', async (bad, expected) => {
  expect(await refusal(endpoints.create({ url: bad }))).toMatch(expected);
  const { id } = await endpoints.create({ url });
  expect(await refusal(endpoints.update(id, { url: bad }))).toMatch(expected);
});

test('where loopback is allowed, http is taken for loopback and for nothing else', async () => {
  const { store, queue, secrets } = harness;
  const lenient = new WebhookEndpoints(store, queue, secrets, { allowLoopback: true });
  for (const good of ['http://127.0.0.1:9000/', 'http://localhost:9000/', 'http://[::1]/']) {
    expect((await lenient.create({ url: good })).url).toBe(good);
  }
  expect(await refusal(lenient.create({ url: 'http://example.com/' }))).toMatch(/https only/);
  expect(await refusal(lenient.create({ url: 'http://10.0.0.1/' }))).toMatch(/https only/);
});

test('an unknown event is refused with its place, the nearest name and all names', async () => {
  const events = ['batch.completed', 'prediction.complete'];
  expect(await refusal(endpoints.create({ url, events }))).toMatch(
    /^INVALID_REQUEST events\[1\] 'prediction\.complete' is not an event\. Did you mean 'prediction\.completed'\? Known are prediction\.completed, /,
  );
  expect(await refusal(endpoints.create({ url, events: ['xyz.*'] }))).toMatch(
    /^INVALID_REQUEST events\[0\] 'xyz\.\*' is not an event/,
  );
  expect(await refusal(endpoints.create({ url, events: [] }))).toMatch(/^INVALID_REQUEST events Name at least one/);
});

test('wildcards mean all events, or those of a kind', () => {
  expect(matchesEvent(['*'], 'system.notification')).toBe(true);
  expect(matchesEvent(['batch.*'], 'batch.failed')).toBe(true);
  expect(matchesEvent(['batch.*', 'prediction.failed'], 'prediction.failed')).toBe(true);
  expect(matchesEvent(['batch.*'], 'prediction.failed')).toBe(false);
});

test('a change keeps what it does not name', async () => {
  const { id, created_at } = await endpoints.create({ url, events: ['batch.*'], description: 'first' });
  harness.aheadMs = 5_000;
  const changed = await endpoints.update(id, { description: 'second' });
  expect(changed).toMatchObject({ url, events: ['batch.*'], description: 'second', active: true, created_at });
  expect(Date.parse(changed.updated_at)).toBeGreaterThan(Date.parse(created_at));
  expect(await endpoints.get(id)).toEqual(changed);
});

test('what does not exist is not found', async () => {
  for (const work of [endpoints.get('whk_0'), endpoints.update('whk_0', {}), endpoints.delete('whk_0')]) {
    expect(await refusal(work)).toBe("NOT_FOUND  The webhook 'whk_0' does not exist.");
  }
});

test('events make deliveries for the endpoints that want them, in the transaction of the event', async () => {
  const all = await endpoints.create({ url });
  const batches = await endpoints.create({ url, events: ['batch.*'] });
  const off = await endpoints.create({ url });
  await endpoints.update(off.id, { active: false });
  const event = await harness.emit('prediction.completed');
  await harness.emit('batch.started');
  const lost = harness.store.transaction(async (tx) => {
    await harness.events.emit(tx, 'prj_default', 'batch.failed', {});
    throw new Error('no');
  });
  await expect(lost).rejects.toThrow('no');
  const views = (await harness.deliveries.list()).reverse();
  expect(views.map(({ webhook_id, event_type, state }) => [webhook_id, event_type, state])).toEqual([
    [all.id, 'prediction.completed', 'pending'],
    [off.id, 'prediction.completed', 'held'],
    [all.id, 'batch.started', 'pending'],
    [batches.id, 'batch.started', 'pending'],
    [off.id, 'batch.started', 'held'],
  ]);
  expect(views[0]!.event_id).toBe(event.id);
  expect(await harness.deliveries.list({ webhookId: batches.id })).toEqual([views[3]]);
  await expect(harness.deliveries.get('dlv_0')).rejects.toMatchObject({ code: 'NOT_FOUND' });
});

test('a project has at most 50 endpoints, whatever others have', async () => {
  for (let n = 0; n < 50; n++) await endpoints.create({ url: `${url}/${n}` });
  expect(await refusal(endpoints.create({ url }))).toMatch(/^CONFLICT .*at most 50 webhooks. Delete one/);
  await endpoints.create({ url }, 'acc_other');
  const [first] = await endpoints.list();
  await endpoints.delete(first!.id);
  expect(await refusal(endpoints.create({ url }))).toBe('taken');
});
