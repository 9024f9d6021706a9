import { dirname } from 'node:path';
import { startHost } from '../../../libs/core/src/inference/host/threaded-host';
import { loadPlugins } from '../../../libs/core/src/inference/host/loading/load';
import { probePlugins } from '../../../libs/core/src/inference/host/loading/probe';
import { HOST_WORKER, hostPlugin } from '../../harness/compiled';

const ADMISSION = { version: '0.1.3', secrets: { TOKEN: 'tokenvalue', OTHER: 'othervalue' } };

describe('a plugin that harms its process while it is loaded', () => {
  const probe = (names: string[], limitMs?: number) =>
    probePlugins(
      names.map((name) => ({ module: hostPlugin(name) })),
      { compiled: dirname(HOST_WORKER), limitMs, heapMb: 128 },
    );

  test('is found out in a thread of its own, and the others are usable', async () => {
    // A busy machine may take long to load them.
    const { usable, rejected } = await probe(['exits-at-load', 'eats-at-load', 'throws', 'rogue'], 240_000);
    expect(usable).toEqual([{ module: hostPlugin('rogue') }]);
    expect(Object.fromEntries(rejected.map(({ source, reason }) => [source, reason]))).toEqual({
      [hostPlugin('exits-at-load')]: 'it ended its thread while it was loaded (exit code 3)',
      [hostPlugin('eats-at-load')]: 'it took more than 128 MB while it was loaded',
      [hostPlugin('throws')]: 'this module is broken',
    });
  });

  test('is ended when its time is over', async () => {
    const { usable, rejected } = await probe(['spins-at-load'], 1_000);
    expect(usable).toEqual([]);
    expect(rejected).toEqual([{ source: hostPlugin('spins-at-load'), reason: 'it was not loaded within 1 s' }]);
  });
});

describe('what a plugin asks of its user', () => {
  const reasonFor = (options: Record<string, unknown> | undefined, admission: object) =>
    loadPlugins([{ module: hostPlugin('asks-much'), options }], admission).rejected[0]?.reason;

  test('is checked before it is let in', () => {
    expect(reasonFor({ units: 'metric' }, ADMISSION)).toBeUndefined();
    expect(reasonFor({ units: 'metric' }, { ...ADMISSION, version: '0.2.0' })).toBe('it needs Percept ^0.1.0, and this is 0.2.0');
    expect(reasonFor({ units: 'stone' }, ADMISSION)).toMatch(/'units'.*metric/);
    expect(reasonFor({ units: 'metric', digit: 1 }, ADMISSION)).toMatch(/digit.*digits/);
    expect(reasonFor(undefined, ADMISSION)).toMatch(/'units'/);
    expect(reasonFor({ units: 'metric' }, { version: '0.1.0' })).toBe('it needs the secret TOKEN: set PERCEPT_SECRET_TOKEN');
    expect(loadPlugins([{ module: hostPlugin('rogue'), options: { a: 1 } }]).rejected[0]?.reason).toMatch(/takes no options/);
  });

  test('is passed to setup in the workers, and nothing else is', async () => {
    const host = startHost({
      plugins: [{ module: hostPlugin('asks-much'), options: { units: 'imperial' } }],
      admission: ADMISSION,
      workers: 1,
      workerPath: HOST_WORKER,
      limits: { maxBytes: 1e6, maxSide: 4096 },
      models: { modelsDir: '/nowhere', dataDir: '/nowhere' },
      queue: { calls: 10, bytes: 1e6 },
      callTimeoutMs: 60_000,
    });
    await host.ready;
    const { output } = await host.call('asks.tell', { fields: {} });
    expect(output).toMatchObject({ units: 'imperial', digits: 2, token: 'tokenvalue' });
    expect(host.rejected).toEqual([{ source: 'asks.pry', reason: expect.stringContaining('does not name the secret OTHER') }]);
    await host.close();
  });
});
