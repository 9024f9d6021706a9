import type { HostOptions } from '../../../libs/core/src/inference/host/host-options';
import { startHost } from '../../../libs/core/src/inference/host/threaded-host';
import type { PluginHost } from '../../../libs/core/src/inference/host/host';
import { HOST_WORKER, hostPlugin } from '../../harness/compiled';

const hosts: PluginHost[] = [];
afterAll(() => Promise.all(hosts.map((each) => each.close())));

/** A host with one worker. */
async function open(options: Partial<HostOptions> = {}): Promise<PluginHost> {
  const host = startHost({
    plugins: [hostPlugin('rogue')],
    workers: 1,
    workerPath: HOST_WORKER,
    limits: { maxBytes: 2_000_000, maxSide: 4096 },
    models: { modelsDir: '/nowhere', dataDir: '/nowhere' },
    queue: { calls: 50, bytes: 1e6 },
    callTimeoutMs: 20_000,
    ...options,
  });
  hosts.push(host);
  await host.ready;
  return host;
}

const call = (host: PluginHost, verb: string, fields = {}, options = {}) => host.call(`rogue.${verb}`, { fields }, options);
const outcome = (work: Promise<unknown>) =>
  work.then(
    () => 'done',
    (error: { code: string }) => error.code,
  );

describe('a live call', () => {
  test('is refused at once if no worker would reach it in time, so that no worker works in vain', async () => {
    const single = await open({ callTimeoutMs: 2_000 });
    await call(single, 'sleep', { n: 300 });
    expect(() => single.checkRoom('rogue.sleep')).not.toThrow();
    const calls = Array.from({ length: 20 }, () => outcome(call(single, 'sleep', { n: 300 })));
    // At the door too, before its body is read.
    expect(() => single.checkRoom('rogue.sleep')).toThrow(expect.objectContaining({ code: 'OVERLOADED' }));
    const all = await Promise.all(calls);
    // How many are reached in time depends on the machine: the first one is, and then nobody after one that was refused.
    const done = all.filter((each) => each === 'done').length;
    expect(done).toBeGreaterThan(0);
    expect(all).toEqual([...Array<string>(done).fill('done'), ...Array<string>(20 - done).fill('OVERLOADED')]);
    expect(all.slice(-10)).toEqual(Array(10).fill('OVERLOADED'));
  });
});

describe('the time limit of a patient call', () => {
  test('begins when a worker takes it', async () => {
    const single = await open({ queue: { calls: 1, bytes: 1e6 } });
    const patient = { patient: true, timeoutMs: 1_000 };
    const all = await Promise.all(Array.from({ length: 8 }, () => outcome(call(single, 'sleep', { n: 300 }, patient))));
    expect(all).toEqual(Array(8).fill('done'));
  });

  test('ends its work', async () => {
    const single = await open();
    const all = ['heed', 'hang'].map((verb) => outcome(call(single, verb, {}, { patient: true, timeoutMs: 50 })));
    expect(await Promise.all(all)).toEqual(['TIMEOUT', 'TIMEOUT']);
    expect(await outcome(call(single, 'answer', {}, { patient: true }))).toBe('done');
  });
});
