import type { HostFault } from '../../../libs/core/src/inference/host/host-options';
import { startHost } from '../../../libs/core/src/inference/host/start-host';
import type { PluginHost } from '../../../libs/core/src/inference/host/host';
import { loadPlugins } from '../../../libs/core/src/inference/host/loading/load';
import { HOST_WORKER, hostPlugin } from '../../harness/compiled';

describe('loading plugins', () => {
  test('leaves out what is broken, says why, and keeps the rest', () => {
    const modules = ['rogue', 'throws', 'no-plugin', 'claims-a-taken-id', 'missing', 'eye', 'rogue'].map(hostPlugin);
    const { plugins, capabilities, rejected } = loadPlugins([...modules, 'relative/path']);
    expect(plugins.map(({ name }) => name)).toEqual(['rogue', 'eye']);
    expect(capabilities.has('rogue.answer') && capabilities.has('eye.look')).toBe(true);
    expect(capabilities.has('thief.own')).toBe(false);
    expect(rejected).toEqual([
      { source: hostPlugin('throws'), reason: 'this module is broken' },
      { source: hostPlugin('no-plugin'), reason: expect.stringContaining('exports no plugin') },
      { source: hostPlugin('claims-a-taken-id'), reason: "the id 'rogue.answer' is taken" },
      { source: hostPlugin('missing'), reason: expect.stringContaining('Cannot find module') },
      { source: hostPlugin('rogue'), reason: "another plugin has the name 'rogue'" },
      { source: 'relative/path', reason: expect.stringContaining('absolute') },
    ]);
  });
});

describe('a capability that cannot be set up', () => {
  let host: PluginHost;
  const faults: HostFault[] = [];
  beforeAll(async () => {
    host = startHost({
      plugins: ['throws', 'bad-setup'].map(hostPlugin),
      workers: 2,
      workerPath: HOST_WORKER,
      limits: { maxBytes: 1e6, maxPixels: 1e6, maxSide: 4096 },
      models: { modelsDir: '/nowhere', dataDir: '/nowhere' },
      queue: { calls: 10, bytes: 1e6 },
      callTimeoutMs: 10_000,
      setupLimitMs: 500,
      report: (fault) => faults.push(fault),
    });
    await host.ready;
  });
  afterAll(() => host.close());

  test('is left out, whether it throws, ends its worker or never ends, and the rest serves on', async () => {
    expect(host.isReady()).toBe(true);
    await expect(host.call('setup.works', { fields: {} })).resolves.toMatchObject({ output: {} });
    const reasons = Object.fromEntries(host.rejected.map(({ source, reason }) => [source, reason]));
    expect(reasons).toEqual({
      [hostPlugin('throws')]: 'this module is broken',
      'setup.throws': 'no licence file',
      'setup.gives-nothing': expect.stringContaining('gave no function'),
      'setup.exits': expect.stringContaining('ended its worker'),
      'setup.never-ends': expect.stringContaining('ended its worker'),
      'setup.asks-for-a-model': expect.any(String),
    });
    expect(faults.map(({ capability }) => capability)).toEqual(expect.arrayContaining(['setup.throws', 'setup.exits']));
  });

  test('answers INTERNAL at once', async () => {
    await expect(host.call('setup.throws', { fields: {} })).rejects.toMatchObject({ code: 'INTERNAL' });
  });
});
