import type { HostFault } from '../../../libs/core/src/inference/host/host-options';
import { startHost } from '../../../libs/core/src/inference/host/threaded-host';
import type { PluginHost } from '../../../libs/core/src/inference/host/host';
import { loadPlugins } from '../../../libs/core/src/inference/host/loading/load';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { HOST_WORKER, hostPlugin } from '../../harness/compiled';
import { removeDir, tempDir } from '../../harness/percept';

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

test('the docs of a plugin are a web address: a page links to them', () => {
  const folder = tempDir();
  const addresses = ['https://example.com/docs', 'http://intranet/x', 'javascript:alert(1)', '/docs', 'https://', ''];
  const modules = addresses.map((docs, index) => {
    const file = join(folder, `docs-${index}.js`);
    writeFileSync(
      file,
      `module.exports = ${JSON.stringify({ name: `docs-${index}`, version: '1.0.0', docs, capabilities: [] })}`,
    );
    return file;
  });
  const { plugins, rejected } = loadPlugins(modules);
  removeDir(folder);
  expect(plugins.map(({ docs }) => docs)).toEqual(addresses.slice(0, 2));
  expect(rejected.map(({ source }) => source)).toEqual(modules.slice(2));
  expect(rejected[0]!.reason).toBe(
    "its docs are at 'javascript:alert(1)', which is not a web address: begin it with https:// or http://",
  );
});

describe('a capability that cannot be set up', () => {
  let host: PluginHost;
  const faults: HostFault[] = [];
  beforeAll(async () => {
    host = startHost({
      plugins: ['throws', 'bad-setup'].map(hostPlugin),
      workers: 2,
      workerPath: HOST_WORKER,
      limits: { maxBytes: 1e6, maxSide: 4096 },
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
