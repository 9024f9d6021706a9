import { WebhookHarness } from '../../../../test/harness/fixtures/webhook-harness';
import { listDeliveries, type DeliveryQuery } from './delivery.repository';
import { countRecoverable, findRecoverable } from './recovery.repository';

let harness: WebhookHarness;
beforeEach(async () => (harness = await new WebhookHarness().open()));
afterEach(() => harness.close());

const CRITERIA = {
  endpoint_id: 'we_1',
  since: 0,
  until: 1,
  types: null,
  states: ['exhausted' as const],
  search: null,
  cursor: '',
};

/** How SQLite finds the rows of the statements on deliveries that `run` issues, and whether it sorts them. */
async function plans(run: () => Promise<unknown>): Promise<string[]> {
  const runner = harness.store.reader.connection.createQueryRunner();
  const issued = jest.spyOn(runner, 'query');
  await run();
  const statements = issued.mock.calls.map(([text, values]) => [text, values] as const);
  issued.mockRestore();
  const details: string[] = [];
  for (const [text, values] of statements) {
    const steps: { detail: string }[] = await harness.store.reader.query(`EXPLAIN QUERY PLAN ${text}`, values);
    details.push(...steps.map(({ detail }) => detail).filter((detail) => /delivery|TEMP B-TREE/.test(detail)));
  }
  return details.map((detail) => /INDEX (\w+)/.exec(detail)?.[1] ?? detail);
}
const list = (filter: DeliveryQuery) => plans(() => listDeliveries(harness.store.reader, filter));

test('lists of deliveries read an index in its order, whatever other projects and endpoints have', async () => {
  const projectId = 'prj_default';
  expect(await list({ projectId })).toEqual(['webhook_deliveries_project']);
  expect(await list({ projectId, before: 'dlv_9', states: ['exhausted'] })).toEqual(['webhook_deliveries_project']);
  expect(await list({ projectId, webhookId: 'we_1', before: 'dlv_9' })).toEqual(['webhook_deliveries_endpoint']);
});

test('the deliveries of an event are found by it', async () => {
  expect((await list({ projectId: 'prj_default', eventId: 'evt_1' }))[0]).toBe('webhook_deliveries_event');
});

test('a replay counts and reads the deliveries of its endpoint from where it was, without sorting them', async () => {
  const { reader } = harness.store;
  expect(await plans(() => countRecoverable(reader, CRITERIA))).toEqual(['webhook_deliveries_endpoint']);
  const next = plans(() => findRecoverable(reader, { ...CRITERIA, cursor: 'dlv_9' }, 100));
  expect(await next).toEqual(['webhook_deliveries_endpoint']);
});
