import { removeDir, type RunningPercept } from '../harness/percept';
import { startWithTenants, type RunOrder, type RunState, type Tenant } from './harness/tenants';
import { judge } from './harness/verdicts';

/** Shorter than the default of 30 s, so that the test is short: a call takes a ninth of it, as 3.5 s take of 30 s. */
const LIMIT_MS = 4_500;
const CALL_MS = 500;

describe('embedded on SQLite: calls of runs wait for a worker longer than their time limit', () => {
  let service: RunningPercept;
  let tenants: [Tenant, Tenant];

  beforeAll(async () => {
    const env = { PERCEPT_WORKERS: '1', PERCEPT_CALL_TIMEOUT: `${LIMIT_MS}ms` };
    ({ service, tenants } = await startWithTenants(env));
  });
  afterAll(async () => {
    await service?.kill();
    if (service) removeDir(service.dataDir);
  });

  const judgeRuns = async (fault: string, request: readonly RunOrder[]): Promise<void> => {
    const started = await Promise.all(
      request.map(async (order, index) => {
        const tenant = tenants[index % 2]!;
        return { tenant, id: await tenant.start(order) };
      }),
    );
    const ended: RunState[] = [];
    for (const { tenant, id } of started) ended.push(await tenant.until(id));
    const items = request.reduce((sum, order) => sum + order.items, 0);
    const succeeded = ended.reduce((sum, { counts }) => sum + counts.succeeded, 0);
    expect(ended.map(({ status }) => status)).toEqual(ended.map(() => 'succeeded'));
    judge(fault, { of: items, lost: items - succeeded, twice: 0 });
  };

  test('four runs of two tenants on one worker fail no item', () =>
    judgeRuns(
      'four runs of slow calls on one worker',
      Array.from({ length: 4 }, () => ({ items: 15, ms: CALL_MS })),
    ));

  test('a run with a hundred items at once fails none', () =>
    judgeRuns('a run with concurrency 100 on one worker', [{ items: 100, ms: CALL_MS / 2, block: 'concurrency: 100' }]));

  test('a call that takes too long by itself still fails', async () => {
    const id = await tenants[0].start({ items: 1, ms: 10 * LIMIT_MS });
    expect(await tenants[0].until(id)).toMatchObject({ status: 'failed', counts: { failed: 1 } });
  });
});
