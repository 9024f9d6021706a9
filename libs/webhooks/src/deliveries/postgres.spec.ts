import { statuses, TestReceiver, WebhookHarness } from '../../../../test/harness/fixtures/webhook-harness';
import { describePostgres, PrivatePostgres } from '../../../../test/harness/postgres';
import { waitFor } from '../../../../test/harness/wait-for';

describePostgres('on PostgreSQL', () => {
  let postgres: PrivatePostgres;
  let harness: WebhookHarness;
  let receiver: TestReceiver;

  beforeAll(async () => {
    postgres = await PrivatePostgres.start();
    harness = new WebhookHarness();
    harness.url = await postgres.database();
    await harness.open();
    receiver = await TestReceiver.start(statuses(...Array<number>(10).fill(500), 200));
  });

  afterAll(async () => {
    await harness.close();
    await receiver.stop();
    await postgres.stop();
  });

  test('the circuit opens and closes, a recovery sends again, what was held follows in order, and what is old is removed', async () => {
    const { id } = await harness.endpoints.create({ url: receiver.url, filter: 'data.n >= 0', headers: { 'x-team': 'blue' } });
    harness.work({ waitsMs: [] });
    for (let n = 0; n < 10; n++) {
      await harness.emit('batch.completed', { n });
      await harness.settled();
    }
    expect((await harness.endpoints.get(id)).circuit).toBe('open');
    harness.aheadMs = 30_001;
    await harness.emit('batch.completed', { n: 10 });
    await waitFor(async () => (await harness.endpoints.get(id)).circuit === 'closed');
    const criteria = { since: '2020-01-01T00:00:00Z', states: ['exhausted' as const] };
    expect((await harness.replays.recover(id, { ...criteria, dry_run: true })).count).toBe(10);
    await harness.replays.recover(id, { ...criteria, dry_run: false });
    await waitFor(async () => (await harness.deliveries.list({ states: ['succeeded'] })).length === 11);
    await harness.endpoints.update(id, { active: false });
    const held: string[] = [];
    for (let n = 0; n < 5; n++) held.push((await harness.emit('batch.completed', { n })).id);
    // Their filter is evaluated after they were committed.
    await waitFor(async () => (await harness.deliveries.list({ states: ['held'] })).length === 5);
    await harness.endpoints.update(id, { active: true });
    await waitFor(async () => (await harness.deliveries.list({ states: ['succeeded'] })).length === 16);
    expect(receiver.received.slice(-5).map(({ headers }) => headers['webhook-id'])).toEqual(held);
    const later = harness.clock.now() + 1_000;
    expect(await harness.sweep({ before: later, now: later })).toBe(16);
  });
});
