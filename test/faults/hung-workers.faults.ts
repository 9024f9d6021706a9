import { once } from 'node:events';
import { join } from 'node:path';
import { hostPlugin } from '../harness/compiled';
import { removeDir, startPercept, type RunningPercept } from '../harness/percept';
import { sending } from '../harness/sending';
import { waitFor } from '../harness/wait-for';
import { startWithTenants } from './harness/tenants';

/** What is promised; most orchestrators kill what has not ended 30 s after SIGTERM. */
const ENDED_MS = 25_000;
const WORKERS = 2;

/** Everything that hangs without end: in a loop that nothing interrupts, or in a promise that nobody settles. */
describe.each(['spin', 'hang', 'heed'])('workers that %s', (verb) => {
  let service: RunningPercept;

  test('SIGTERM ends the service with 0 before it would be killed, and the next one has what was under way', async () => {
    const env = { PERCEPT_WORKERS: String(WORKERS), PERCEPT_CALL_TIMEOUT: '10m' };
    const started = await startWithTenants(env);
    service = started.service;
    const [tenant] = started.tenants;
    const { send } = sending(() => service);
    const run = await tenant.start({ items: 4, ms: 0, step: `uses: rogue.${verb}` });
    const calls = Array.from({ length: 2 * WORKERS }, () =>
      tenant.post(`/v2/rogue/${verb}`, {}).then(
        ({ status }) => status,
        () => 'cut',
      ),
    );
    await waitFor(async () => {
      const text = await (await service.fetch('/metrics')).text();
      return Number(/^percept_workers_busy (\d+)/m.exec(text)?.[1]) === WORKERS;
    });
    service.process.kill('SIGTERM');
    expect(await once(service.process, 'exit', { signal: AbortSignal.timeout(ENDED_MS) })).toEqual([0, null]);
    // Those that waited are told to come back; those under way are cut off.
    expect((await Promise.all(calls)).every((each) => each === 'cut' || each === 503)).toBe(true);
    const { dataDir, key } = service;
    const same = { PERCEPT_PLUGINS: hostPlugin('rogue'), PERCEPT_DATA_ROOTS: join(dataDir, 'files') };
    service = await startPercept({ dataDir, key, env: { ...env, ...same } });
    const { body } = await send(`/v2/runs/${run}`);
    expect(['queued', 'running']).toContain(body.status);
  });

  afterEach(async () => {
    await service.kill();
    removeDir(service.dataDir);
  });
});
