import { statuses, TestReceiver, WebhookHarness } from '../../../../test/harness/fixtures/webhook-harness';
import { WebhookStatistics } from './statistics';

let harness: WebhookHarness;
let receiver: TestReceiver;

beforeEach(async () => {
  harness = await new WebhookHarness().open();
  receiver = await TestReceiver.start(statuses(500, 200, 500, 500));
});

afterEach(async () => {
  await harness.close();
  await receiver.stop();
});

test('each endpoint has its share of accepted attempts, its quantiles and its last failure, of the last 24 hours', async () => {
  const { id } = await harness.endpoints.create({ url: receiver.url });
  const quiet = await harness.endpoints.create({ url: 'https://example.com/hook', events: ['batch.failed'] });
  harness.work({ waitsMs: [1] });
  await harness.emit();
  await harness.settled();
  await harness.emit();
  const last = (await harness.settled()).at(-1)!;
  const statistics = new WebhookStatistics(harness.store, harness.clock);
  const [own, none] = await statistics.list('prj_default');
  expect(own).toMatchObject({ webhook_id: id, deliveries: 2, succeeded: 1, exhausted: 1, attempts: 4, success_rate: 0.25 });
  expect(own!.last_failure).toMatchObject({ delivery_id: last.id, status: 500, reason: 'status 500' });
  const durations = (await harness.deliveries.list()).flatMap(({ attempts }) => attempts.map(({ duration_ms }) => duration_ms));
  expect(own).toMatchObject({ p50_ms: durations.sort((a, b) => a - b)[1], p95_ms: Math.max(...durations) });
  const empty = { deliveries: 0, attempts: 0, success_rate: null, p50_ms: null, p95_ms: null, last_failure: null };
  expect(none).toMatchObject({ webhook_id: quiet.id, ...empty });
  harness.aheadMs = 25 * 3_600_000;
  expect((await statistics.list())[0]).toMatchObject(empty);
  expect(await statistics.list('prj_other')).toEqual([]);
});
