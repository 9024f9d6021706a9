import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { modelPluginModules } from '@percept/plugins';
import sharp from 'sharp';
import { stopSign } from '../../harness/fixtures/drawings';
import { prepareModels } from '../../../libs/core/src/inference/models/registry/prepare';
import { startHost } from '../../../libs/core/src/inference/host/threaded-host';
import type { PluginHost } from '../../../libs/core/src/inference/host/host';
import { waitFor } from '../../harness/wait-for';
import { HOST_WORKER, hostPlugin } from '../../harness/compiled';

const ROOT = resolve(__dirname, '../../..');

let folder: string;
let host: PluginHost;
let bytes: Buffer;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'percept-ended-'));
  const models = {
    modelsDir: join(folder, 'models'),
    dataDir: join(folder, 'data'),
    extensions: modelPluginModules(join(ROOT, 'dist', 'libs', 'plugins')),
  };
  cpSync(join(ROOT, 'models/centernet'), join(models.modelsDir, 'centernet'), { recursive: true });
  await prepareModels(models);
  bytes = await sharp(Buffer.from(stopSign.svg)).flatten().jpeg().toBuffer();
  host = startHost({
    plugins: [hostPlugin('stare'), hostPlugin('watcher')],
    workers: 2,
    workerPath: HOST_WORKER,
    limits: { maxBytes: 2_000_000, maxSide: 4096 },
    models,
    queue: { calls: 10, bytes: 1e7 },
    callTimeoutMs: 60_000,
  });
  await host.ready;
});
afterAll(async () => {
  await host.close();
  rmSync(folder, { recursive: true, force: true });
});

const stare = (forever: boolean, timeoutMs?: number) =>
  host.call(
    'stare.at',
    { fields: { forever }, media: { field: 'image', bytes: new Uint8Array(bytes) } },
    { timeoutMs, patient: true },
  );

test('time limits that strike in the middle of an inference end the work and never the process', async () => {
  for (let round = 0; round < 3; round++) {
    const both = [stare(true, 200 + round * 7), stare(true, 200 + round * 11)];
    for (const each of both) await expect(each).rejects.toMatchObject({ code: 'TIMEOUT' });
    expect((await stare(false)).output).toMatchObject({ objects: 1 });
  }
  expect(host.stats().restarts).toBeGreaterThanOrEqual(3);
});

test('a video whose thread is ended leaves no file behind', async () => {
  const bytes = new Uint8Array(readFileSync(join(ROOT, 'examples/videos/harbour.mp4')));
  const left = () => readdirSync(tmpdir()).filter((name) => name.startsWith(`percept-video-${process.pid}-`));
  const call = host.call('watcher.at', { media: { field: 'video', bytes } }, { timeoutMs: 3_000, patient: true });
  const outcome = expect(call).rejects.toMatchObject({ code: 'TIMEOUT' });
  await waitFor(() => left().length === 1);
  await outcome;
  await waitFor(() => left().length === 0);
});

test('closing the host in the middle of an inference never ends the process', async () => {
  const call = stare(true, 500).catch((error: { code: string }) => error.code);
  await waitFor(() => host.stats().busy > 0);
  await host.close();
  expect(await call).toBe('TIMEOUT');
});
