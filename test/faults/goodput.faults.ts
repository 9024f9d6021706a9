import { setMaxListeners } from 'node:events';
import { appendFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { request } from 'undici';
import { removeDir, type RunningPercept } from '../harness/percept';
import { startWithTenants, type Tenant } from './harness/tenants';

const LIMIT_MS = 8_000;
const CALL_MS = 200;
const MEASURE_MS = 15_000;
const [FEW, MANY] = [16, 200];

interface Outcome {
  answered: number;
  refused: number;
  timedOut: number;
}

describe('embedded on SQLite: more requests in flight than the workers can answer', () => {
  let service: RunningPercept;
  let tenants: [Tenant, Tenant];

  beforeAll(async () => {
    const env = { PERCEPT_WORKERS: '2', PERCEPT_CALL_TIMEOUT: `${LIMIT_MS}ms` };
    ({ service, tenants } = await startWithTenants(env));
  });
  afterAll(async () => {
    await service?.kill();
    if (service) removeDir(service.dataDir);
  });

  /** Callers of two tenants, each with a request in flight at any moment; after a refusal it waits as it is told. */
  async function load(callers: number): Promise<Outcome> {
    const outcome: Outcome = { answered: 0, refused: 0, timedOut: 0 };
    const end = new AbortController();
    setMaxListeners(0, end.signal);
    const call = async ({ key }: Tenant): Promise<void> => {
      const { statusCode, headers, body } = await request(`${service.url}/v2/rogue/sleep`, {
        method: 'POST',
        headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
        body: JSON.stringify({ n: CALL_MS }),
        signal: end.signal,
      });
      await body.dump();
      if (statusCode === 200) return void outcome.answered++;
      if (statusCode === 504) return void outcome.timedOut++;
      expect(statusCode).toBe(503);
      outcome.refused++;
      await sleep(1_000 * Number(headers['retry-after']), undefined, { signal: end.signal });
    };
    const caller = async (tenant: Tenant): Promise<void> => {
      while (!end.signal.aborted) await call(tenant);
    };
    const working = Array.from({ length: callers }, (_, index) =>
      caller(tenants[index % 2]!).catch((error: unknown) => {
        if (!end.signal.aborted) throw error;
      }),
    );
    await Promise.race([sleep(MEASURE_MS), Promise.all(working)]);
    end.abort();
    await Promise.all(working);
    return outcome;
  }

  test(`as many are answered with ${MANY} in flight as with ${FEW}, while runs of both tenants go on`, async () => {
    // They last longer than the measurement, so that each part of it shares the workers with them.
    const runs = await Promise.all(tenants.map((tenant) => tenant.start({ items: 90, ms: CALL_MS })));
    const few = await load(FEW);
    const many = await load(MANY);
    const again = await load(FEW);
    const ratio = (2 * many.answered) / (few.answered + again.answered);
    const figures = `${MANY} in flight: ${JSON.stringify(many)}, ${FEW} in flight: ${JSON.stringify([few, again])}`;
    appendFileSync(process.env['FAULT_FIGURES']!, `goodput ${ratio.toFixed(2)} of that with ${FEW} in flight (${figures})\n`);
    expect(ratio).toBeGreaterThanOrEqual(0.9);
    expect(many.timedOut).toBe(0);
    for (const [index, id] of runs.entries())
      expect(await tenants[index]!.until(id)).toMatchObject({ status: 'succeeded', counts: { failed: 0 } });
  });
});
