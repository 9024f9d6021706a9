import { setTimeout as sleep } from 'node:timers/promises';
import { removeDir, type RunningPercept } from '../harness/percept';
import { describePostgres, PrivatePostgres } from '../harness/postgres';
import { PrivateRedis, withoutRedis } from '../harness/redis';
import { startWithTenants, type RunState, type Tenant } from './harness/tenants';
import { compare, judge } from './harness/verdicts';

const RUN = { items: 700, ms: 5 };
const AWAY_MS = 1_800;
/** In order, and as a crash. */
const SIGNALS = ['SIGINT', 'SIGQUIT'] as const;

describePostgres('Bull on Redis, on PostgreSQL', () => {
  let [postgres, redis]: [PrivatePostgres, PrivateRedis?] = [undefined as unknown as PrivatePostgres];
  let url: string;
  let service: RunningPercept;
  let tenants: [Tenant, Tenant];

  beforeAll(async () => {
    postgres = await PrivatePostgres.start();
    if (!withoutRedis) redis = await PrivateRedis.start();
    url = await postgres.database();
    const env = { PERCEPT_DATABASE_URL: url, PERCEPT_WORKERS: '2', ...(redis && { PERCEPT_REDIS_URL: redis.url() }) };
    ({ service, tenants } = await startWithTenants(env, (text) => postgres.query(text, url)));
  });
  afterAll(async () => {
    await service?.kill();
    await redis?.stop();
    await postgres?.stop();
    if (service) removeDir(service.dataDir);
  });

  test('a restart of PostgreSQL fails no item of a run with a key and a limit', async () => {
    const started: { tenant: Tenant; id: string }[] = [];
    for (const tenant of [...tenants, ...tenants]) started.push({ tenant, id: await tenant.start(RUN) });
    for (const [index, signal] of SIGNALS.entries()) {
      const enough = (RUN.items * (index + 0.5)) / 3;
      await tenants[0].until(started[0]!.id, ({ counts }) => counts.succeeded > enough);
      await postgres.down(signal);
      await sleep(AWAY_MS);
      await postgres.up();
    }
    const ended: RunState[] = [];
    for (const { tenant, id } of started) ended.push(await tenant.until(id));
    expect(ended.map(({ status, counts }) => `${status}, ${counts.failed} failed`)).toEqual(
      ended.map(() => 'succeeded, 0 failed'),
    );
    const written: string[] = [];
    for (const { tenant, id } of started) {
      const lines = (await tenant.text(`/v2/runs/${id}/artifacts/lines.jsonl`)).trim().split('\n');
      written.push(...lines.map((line) => `${id} ${line}`));
    }
    const expected = started.flatMap(({ id }) => Array.from({ length: RUN.items }, (_, n) => `${id} {"n":${n}}`));
    const counted = (await postgres.query('SELECT key_id, used FROM key_counters', url)) as { key_id: string; used: string }[];
    const usedBy = ({ keyId }: Tenant) => Number(counted.find(({ key_id }) => key_id === keyId)?.used);
    expect(tenants.map((tenant) => usedBy(tenant) - tenant.requests())).toEqual([2 * RUN.items, 2 * RUN.items]);
    judge(`PostgreSQL away twice for ${AWAY_MS / 1_000} s: items of two tenants`, compare(expected, written));
  });
});
