import { waitFor } from '../../harness/wait-for';
import type { PluginHost } from '../../../libs/core/src/inference/host/host';
import type { HostFault, HostOptions } from '../../../libs/core/src/inference/host/host-options';
import { startHost } from '../../../libs/core/src/inference/host/threaded-host';
import { HOST_WORKER, hostPlugin } from '../../harness/compiled';

const [faults, hosts]: [HostFault[], PluginHost[]] = [[], []];
beforeEach(() => faults.splice(0));
afterAll(() => Promise.all(hosts.map((each) => each.close())));

async function open(options: Partial<HostOptions> = {}): Promise<PluginHost> {
  const host = startHost({
    plugins: [hostPlugin('slow-setup')],
    workers: 2,
    workerPath: HOST_WORKER,
    limits: { maxBytes: 2_000_000, maxSide: 4096 },
    models: { modelsDir: '/nowhere', dataDir: '/nowhere' },
    queue: { calls: 10, bytes: 1e6 },
    callTimeoutMs: 20_000,
    preload: [],
    report: (fault) => faults.push(fault),
    ...options,
  });
  hosts.push(host);
  await host.ready;
  return host;
}

const call = (host: PluginHost, verb: string, options = {}) => host.call(`slow.${verb}`, { fields: {} }, options);
const stages = async (work: ReturnType<typeof call>) => Object.keys((await work).timings);

describe('a capability that is not preloaded', () => {
  test('is set up by its first call, which says how long that took; the next goes to the same worker', async () => {
    const host = await open();
    expect(host.isReady()).toBe(true);
    expect(host.warmCapabilities()).toEqual([]);
    expect((await call(host, 'answer')).timings.setup).toBeGreaterThan(300);
    expect(host.warmCapabilities()).toEqual(['slow.answer']);
    expect(await stages(call(host, 'answer'))).toEqual(['queue', 'read']);
    expect(await stages(call(host, 'other'))).toContain('setup');
    expect(host.warmCapabilities()).toEqual(['slow.answer', 'slow.other']);
  });

  test('is set up by a second worker when calls come together', async () => {
    const host = await open();
    const together = await Promise.all([call(host, 'answer'), call(host, 'answer')].map(stages));
    expect(together.flat().filter((stage) => stage === 'setup')).toHaveLength(2);
  });

  test('does not spend the time limit of its first call on it', async () => {
    const host = await open();
    await expect(call(host, 'answer', { timeoutMs: 200 })).resolves.toMatchObject({ output: {} });
  });

  test('fails the call where it cannot be set up, and the log says why; the next call tries again', async () => {
    const host = await open({ workers: 1 });
    await expect(call(host, 'recovers')).rejects.toMatchObject({ code: 'INTERNAL', message: /could not be set up/ });
    expect(faults).toEqual([{ capability: 'slow.recovers', reason: 'cannot be set up: not yet' }]);
    await expect(call(host, 'recovers')).resolves.toMatchObject({ output: {} });
  });

  test('is left out when setting it up ends its worker again and again', async () => {
    const host = await open();
    for (let tries = 0; tries < 3; tries++) await expect(call(host, 'exits')).rejects.toMatchObject({ code: 'INTERNAL' });
    await waitFor(() => host.rejected.length > 0);
    expect(host.rejected).toEqual([{ source: 'slow.exits', reason: expect.stringContaining('ended its worker 3 times') }]);
    await expect(call(host, 'answer')).resolves.toMatchObject({ output: {} });
  });

  test('waits for its caller no longer than the caller waits', async () => {
    const host = await open({ workers: 1 });
    const leaving = new AbortController();
    const left = call(host, 'answer', { signal: leaving.signal });
    leaving.abort(new Error('gone'));
    await expect(left).rejects.toThrow('gone');
    expect(await stages(call(host, 'answer'))).toEqual(['queue', 'read']);
  });
});

describe('a capability that nobody calls for long', () => {
  test('leaves its worker, unless it is preloaded, and comes back with its next call', async () => {
    const host = await open({ preload: ['slow.other'], modelIdleMs: 50 });
    await call(host, 'answer');
    await waitFor(() => host.warmCapabilities().join() === 'slow.other');
    expect(await stages(call(host, 'answer'))).toContain('setup');
  });
});
