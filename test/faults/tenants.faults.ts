import { removeDir, type RunningPercept } from '../harness/percept';
import { startWithTenants, type Tenant } from './harness/tenants';

const CALL_MS = 100;
const IN_FLIGHT = 60;
const SAMPLES = 25;

interface Figures {
  p50: number;
  p99: number;
  refused: number;
}

describe('one project attacks, another one is served', () => {
  let service: RunningPercept;
  let attacker: Tenant;
  let victim: Tenant;

  beforeAll(async () => {
    const started = await startWithTenants({ PERCEPT_WORKERS: '2', PERCEPT_CALL_TIMEOUT: '30s' });
    service = started.service;
    [attacker, victim] = started.tenants;
  });
  afterAll(async () => {
    await service?.kill();
    if (service) removeDir(service.dataDir);
  });

  const sleepFor = (tenant: Tenant) => tenant.post('/v2/rogue/sleep', { n: CALL_MS });

  /** Calls of the victim, in sequence. */
  async function measure(): Promise<Figures> {
    const times: number[] = [];
    let refused = 0;
    for (let sample = 0; sample < SAMPLES; sample++) {
      const began = performance.now();
      const { status } = await sleepFor(victim);
      times.push(performance.now() - began);
      if (status !== 200) refused++;
    }
    times.sort((one, other) => one - other);
    return { p50: Math.round(times[SAMPLES >> 1]!), p99: Math.round(times.at(-1)!), refused };
  }

  test(`${IN_FLIGHT} requests in flight: no call of the other project is refused, and it passes those that waited before`, async () => {
    await sleepFor(victim);
    const alone = await measure();
    let isOver = false;
    let answered = 0;
    const attack = Array.from({ length: IN_FLIGHT }, async () => {
      while (!isOver) if ((await sleepFor(attacker)).status === 200) answered++;
    });
    const under = await measure();
    const answeredMeanwhile = answered;
    isOver = true;
    await Promise.all(attack);
    const row = (name: string, { p50, p99 }: Figures): string => `| ${name} | ${p50} | ${p99} |`;
    const ratio = (under.p99 / alone.p99).toFixed(1);
    process.stdout.write(
      `\n| call of B | p50 ms | p99 ms |\n| --- | --- | --- |\n${row('alone', alone)}\n${row('under attack', under)}\nratio of p99: ${ratio} (goal: under 3)\n`,
    );
    expect([alone.refused, under.refused]).toEqual([0, 0]);
    // First come, first served would answer 60 calls of A for each of B.
    expect(answeredMeanwhile).toBeLessThan(SAMPLES * 10);
  });
});
