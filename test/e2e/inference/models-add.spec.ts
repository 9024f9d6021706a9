import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import sharp from 'sharp';
import { parse } from 'yaml';
import { openCommands, type Commands } from '../../harness/cli/commands';
import { testImage } from '../../harness/fixtures/images';
import { inRanges, json, openRegistry, type Registry } from '../../harness/fixtures/model-sources';
import { readerOfMoods, TOKENIZER } from '../../harness/fixtures/text-model';
import { tinyModel } from '../../harness/fixtures/tiny-models';
import { zipFrom } from '../../harness/fixtures/zip';
import { removeDir, tempDir, type Finished } from '../../harness/percept';

let dir: string;
let models: string;
let commands: Commands;
let registry: Registry;
let sample: string;
/** 200 × 120 pixels. */
let white: string;
beforeAll(async () => {
  dir = tempDir();
  models = join(dir, 'data', 'models');
  commands = openCommands();
  registry = await openRegistry();
  sample = join(dir, 'sample.png');
  white = join(dir, 'white.png');
  await sharp({ create: { width: 200, height: 120, channels: 3, background: 'white' } }).toFile(white);
  writeFileSync(sample, await testImage({ format: 'png' }));
});
afterAll(async () => {
  await commands.close();
  registry.close();
  removeDir(dir);
});
beforeEach(() => {
  registry.asked.length = 0;
  registry.pages.clear();
});

const run = (args: string[], env: Record<string, string> = {}): Promise<Finished> =>
  commands.run(args, {
    env: {
      PERCEPT_DATA_DIR: join(dir, 'data'),
      HF_ENDPOINT: registry.url,
      HF_TOKEN: 'hf_secret',
      PIP_INDEX_URL: `${registry.url}/simple`,
      PIP_CONFIG_FILE: '/dev/null',
      ...env,
    },
  });

const SIDE = 32;

/** A detector of the DETR family: two queries of three classes, the first sees a dog in the middle. */
const detr = (classes = 3) =>
  tinyModel({
    shape: [1, 3, SIDE, SIDE],
    // The input is 0 to 1, so white has the mean 1.
    full: 1,
    outputs: [
      { name: 'logits', shape: [1, 2, classes], values: [-9, 9, -9, -9, -9, -9].slice(0, 2 * classes) },
      { name: 'pred_boxes', shape: [1, 2, 4], values: [0.5, 0.5, 0.5, 0.25, 0.1, 0.1, 0.1, 0.1] },
    ],
  });
const DETR_PAGES = {
  'config.json': { model_type: 'rt_detr', id2label: { 0: 'cat', 1: 'dog', 2: 'bird' } },
  'preprocessor_config.json': { do_normalize: false, resample: 2, rescale_factor: 1 / 255, size: { height: SIDE, width: SIDE } },
};

const classifier = (labels = 3) =>
  tinyModel({
    shape: [1, 3, 16, 16],
    full: 255,
    outputs: [{ name: 'logits', shape: [1, labels], values: Array.from({ length: labels }, (_, i) => (i === 0 ? 8 : 0)) }],
  });

type Files = Record<string, Uint8Array | object>;
const bytesOf = (content: Uint8Array | object) =>
  content instanceof Uint8Array ? Buffer.from(content) : Buffer.from(JSON.stringify(content));

function folder(name: string, files: Files): string {
  const place = join(dir, name);
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(join(place, path, '..'), { recursive: true });
    writeFileSync(join(place, path), bytesOf(content));
  }
  return place;
}

const COMMIT = '0123456789abcdef0123456789abcdef01234567';

/** A repository of the Hub: large files are in a storage of their own, by their digest. */
function hub(repository: string, files: Files, more: object = { cardData: { license: 'apache-2.0' } }): void {
  const siblings = Object.entries(files).map(([rfilename, content]) => {
    const bytes = bytesOf(content);
    const isLarge = content instanceof Uint8Array;
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    registry.pages.set(`/${repository}/resolve/${COMMIT}/${rfilename}`, inRanges(bytes));
    return { rfilename, size: bytes.length, ...(isLarge && { lfs: { sha256, size: bytes.length, pointerSize: 134 } }) };
  });
  registry.pages.set(`/api/models/${repository}/revision/main`, json({ sha: COMMIT, siblings, ...more }));
}

const manifest = (name: string) => parse(readFileSync(join(models, name, 'model.yaml'), 'utf8')) as Record<string, any>;
const present = () => readdirSync(models, { recursive: true }).map(String).sort();

test('a detector of the Hub answers after one line, pinned to its commit, and the default stays', async () => {
  hub('Acme/Tiny-DETR', { 'onnx/model.onnx': detr(), 'onnx/model_fp16.onnx': detr(), ...DETR_PAGES });
  const { stdout, stderr, code } = await run(['models', 'add', 'hf:Acme/Tiny-DETR', '--sample', sample]);
  expect({ stderr, code }).toEqual({ stderr: expect.any(String), code: 0 });
  expect(stdout).toMatch(/kind +DETR and its family/);
  expect(stdout).toContain(`source    hf:Acme/Tiny-DETR@${COMMIT}`);
  expect(stdout).toMatch(/licence +apache-2\.0/);
  expect(stdout).toMatch(/labels +3: cat, dog, bird/);
  expect(stdout).toMatch(/sample +sample\.png: dog 0\.\d\d/);
  expect(stdout).toContain("No default has changed: 'percept models use tiny-detr' makes it one.");
  expect(manifest('tiny-detr')).toMatchObject({
    task: 'object-detection',
    output: { decoder: 'detr-focal', overlap: 1 },
    input: { size: SIDE, resize: 'stretch', resample: 'bilinear', layout: 'NCHW', type: 'float32', mean: [0], std: [255] },
    labels: ['cat', 'dog', 'bird'],
  });
  const listed = await run(['models', 'list', '--json']);
  expect(JSON.parse(listed.stdout)).toContainEqual(
    expect.objectContaining({ name: 'tiny-detr', state: 'ready', default: false }),
  );
  // The box lies in the middle of the picture: a half of its width, a quarter of its height.
  const answer = await run(['run', 'vision.detect', '--image', white, '--input', '{"model": "tiny-detr"}']);
  expect((JSON.parse(answer.stdout) as Record<string, any>).detections).toEqual([
    {
      object: 'dog',
      confidence: expect.closeTo(1 / (1 + Math.exp(-9)), 2),
      bounding_box: { x: 50, y: 45, width: 100, height: 30 },
    },
  ]);
});

test('a classifier of a folder and one of a wheel answer too', async () => {
  const page = { size: 16, do_normalize: false, do_rescale: false };
  const files = { 'model.onnx': classifier(), 'config.json': { id2label: { 0: 'day', 1: 'night', 2: 'dusk' } } };
  const place = folder('Day Night', { ...files, 'preprocessor_config.json': page });
  const added = await run(['models', 'add', place, '--json', '--licence', 'MIT']);
  expect(added).toMatchObject({ code: 0 });
  expect(JSON.parse(added.stdout)).toMatchObject({
    name: 'day-night',
    sample: expect.stringMatching(/^drawn\.png: day 0\.\d\d/),
    manifest: { licence: 'MIT', source: place, output: { decoder: 'logits', names: { scores: 'logits' } } },
  });
  expect(await run(['models', 'add', place])).toMatchObject({
    code: 1,
    stderr: expect.stringContaining(
      "A model 'day-night' is there already. Give another name with --name, or replace it with --replace.",
    ),
  });
  const wheel = zipFrom([
    { name: 'nets/day/model.onnx', bytes: Buffer.from(classifier()) },
    { name: 'nets/day/labels.txt', bytes: Buffer.from('one\ntwo\nthree\n') },
  ]);
  const filename = 'nets-1.0-py3-none-any.whl';
  const sha256 = createHash('sha256').update(wheel).digest('hex');
  const index = (digest: string) => json({ files: [{ filename, url: `/f/${filename}`, hashes: { sha256: digest } }] });
  registry.pages.set(`/f/${filename}`, inRanges(wheel));
  registry.pages.set('/simple/nets/', index('0'.repeat(64)));
  expect(await run(['models', 'add', 'pypi:nets@1.0/nets/day'])).toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/the wheel has the SHA-256 [0-9a-f]{64}, but the index says 0{64}\. Nothing of it was kept/),
  });
  registry.pages.set('/simple/nets/', index(sha256));
  const { stdout, code } = await run(['models', 'add', 'pypi:nets@1.0/nets/day']);
  expect({ stdout, code }).toMatchObject({
    code: 0,
    stdout: expect.stringMatching(/labels +3: one, two, three[^]*note +It has no preprocessor/),
  });
});

test('a model for texts answers text.classify with its own tokenizer, and changes with it', async () => {
  const files = {
    'onnx/model.onnx': readerOfMoods(),
    'config.json': { id2label: { 0: 'happy', 1: 'sad' } },
    'tokenizer.json': TOKENIZER,
  };
  hub('acme/moods', files);
  const { stdout, code } = await run(['models', 'add', 'hf:acme/moods', '--sample', 'bad day']);
  expect({ stdout, code }).toMatchObject({
    code: 0,
    stdout: expect.stringMatching(/kind +text classification[^]*sample +bad day: sad 1\.00/),
  });
  const ask = async (text: string) => {
    const answer = await run(['run', 'text.classify', '--input', JSON.stringify({ text, model: 'moods' })]);
    return (JSON.parse(answer.stdout) as Record<string, any>).classifications[0].label as string;
  };
  expect([await ask('Good day'), await ask('bad day')]).toEqual(['happy', 'sad']);
  const place = join(models, 'moods', 'tokenizer.json');
  writeFileSync(place, readFileSync(place, 'utf8').replace('"good":2,"bad":8', '"good":8,"bad":2'));
  expect(await ask('Good day')).toBe('sad');
  rmSync(place);
  expect(await run(['run', 'text.classify', '--input', '{"text": "Good", "model": "moods"}'])).toMatchObject({
    code: 2,
    stderr: expect.stringMatching(/'moods' is broken: .*tokenizer\.json does not exist/),
  });
});

test('the token goes to the Hub alone, and a Hub that asks for another one says so', async () => {
  const storage = await openRegistry();
  const bytes = Buffer.from(detr());
  storage.pages.set('/blob', inRanges(bytes));
  hub('acme/far', { 'model.onnx': detr(), ...DETR_PAGES });
  const place = `/acme/far/resolve/${COMMIT}/model.onnx`;
  registry.pages.set(place, (_, response) => response.writeHead(302, { location: `${storage.url}/blob` }).end());
  expect(await run(['models', 'add', 'hf:acme/far'])).toMatchObject({ code: 0 });
  expect(storage.asked.map(({ authorization }) => authorization)).toEqual([undefined]);
  expect(new Set(registry.asked.map(({ authorization }) => authorization))).toEqual(new Set(['Bearer hf_secret']));
  registry.pages.set('/api/models/acme/gated/revision/main', (_, response) => response.writeHead(401).end('{}'));
  expect(await run(['models', 'add', 'hf:acme/gated'])).toMatchObject({
    code: 1,
    stderr: expect.stringMatching(
      /Cannot read acme\/gated@main .*The Hub asks for a token: accept the model's conditions on its page, and set HF_TOKEN/,
    ),
  });
  storage.close();
});

const large = (bytes: number) => ({
  sha: COMMIT,
  siblings: [{ rfilename: 'model.onnx', size: bytes, lfs: { sha256: '0'.repeat(64), size: bytes } }],
});

/** A field of an ONNX file, written by hand. */
const field = (tag: number, bytes: Buffer) => Buffer.concat([Buffer.from([(tag << 3) | 2, bytes.length]), bytes]);

/** Has a tensor whose numbers are in another file. */
function split(): Buffer {
  const tensor = Buffer.concat([field(8, Buffer.from('w')), Buffer.from([14 << 3, 1])]);
  return Buffer.concat([Buffer.from(detr()), field(7, field(5, tensor))]);
}

/** Runs an operator of somebody else. */
function foreign(): Buffer {
  const node = Buffer.concat([field(2, Buffer.from('z')), field(4, Buffer.from('Sharpen')), field(7, Buffer.from('acme.ops'))]);
  return Buffer.concat([Buffer.from(detr()), field(7, field(1, node))]);
}

const refused: [string, () => void, string[], RegExp][] = [
  [
    'has pickles only',
    () => hub('acme/bad', { 'pytorch_model.bin': Buffer.alloc(10), ...DETR_PAGES }),
    [],
    /no \.onnx file, only pytorch_model\.bin\. Such a file may run any program .*optimum-cli export onnx/,
  ],
  [
    'has three networks',
    () => hub('acme/bad', { 'a.onnx': detr(), 'b.onnx': detr(), 'c/d.onnx': detr() }),
    [],
    /has 3 networks: a\.onnx, b\.onnx, c\/d\.onnx\. Name one with --file/,
  ],
  [
    'has not the network that was named',
    () => hub('acme/bad', { 'a.onnx': detr() }),
    ['--file', 'b.onnx'],
    /has no file b\.onnx\. It has a\.onnx/,
  ],
  [
    'has 3 GB',
    () => registry.pages.set('/api/models/acme/bad/revision/main', json(large(3e9))),
    [],
    /model\.onnx has 3\.0 GB; an ONNX file has 2 GB at most/,
  ],
  [
    'keeps weights in another file',
    () => hub('acme/bad', { 'model.onnx': split(), ...DETR_PAGES }),
    [],
    /keeps weights in another file\. Save it as one: python/,
  ],
  [
    'needs operators of others',
    () => hub('acme/bad', { 'model.onnx': foreign(), ...DETR_PAGES }),
    [],
    /needs operators of 'acme\.ops', which ONNX Runtime has not/,
  ],
  [
    'has no labels',
    () => hub('acme/bad', { 'model.onnx': detr() }),
    [],
    /has no labels for its 3 classes: use --labels FILE, a file with one label per line/,
  ],
  [
    'has too few labels',
    () => hub('acme/bad', { 'model.onnx': detr(), 'labels.txt': Buffer.from('a\nb') }),
    [],
    /has 3 classes, but 2 labels/,
  ],
  [
    'has something else than ONNX',
    () => hub('acme/bad', { 'model.onnx': Buffer.from('<html>'), ...DETR_PAGES }),
    [],
    /model\.onnx cannot be read as ONNX/,
  ],
  [
    'has a broken config',
    () => hub('acme/bad', { 'model.onnx': detr(), 'config.json': Buffer.from('{') }),
    [],
    /config\.json cannot be read as JSON/,
  ],
  [
    'is of an unknown kind',
    () =>
      hub('acme/bad', {
        'model.onnx': tinyModel({
          shape: [1, 4, 8, 8],
          full: 1,
          outputs: [{ name: 'y', shape: [1, 2, 3, 4], values: Array<number>(24).fill(0) }],
        }),
      }),
    [],
    /is of no kind that is recognized: it takes image \(1 × 4 × 8 × 8\) and gives y \(1 × 2 × 3 × 4\)\. Known are .*DETR/,
  ],
  [
    'sends another file than it lists',
    () => {
      hub('acme/bad', { 'model.onnx': detr(), ...DETR_PAGES });
      registry.pages.set(`/acme/bad/resolve/${COMMIT}/model.onnx`, inRanges(Buffer.alloc(detr().length)));
    },
    [],
    /model\.onnx is not the file that was listed/,
  ],
  [
    'has two files of one name',
    () => {
      hub('acme/bad', { 'model.onnx': detr(), ...DETR_PAGES });
      const twice = ['model.onnx', 'config.json', 'model.onnx'].map((rfilename) => ({ rfilename, size: 10 }));
      registry.pages.set('/api/models/acme/bad/revision/main', json({ sha: COMMIT, siblings: twice }));
    },
    [],
    /acme\/bad is listed with two files of the name model\.onnx/,
  ],
  [
    'has a path that climbs out',
    () => hub('acme/bad', { '../../../../../escaped.onnx': detr(), ...DETR_PAGES }),
    [],
    /The Hub does not have it/,
  ],
  [
    'changes its revision in the middle',
    () => {
      hub('acme/bad', { 'model.onnx': detr(), ...DETR_PAGES });
      registry.pages.delete(`/acme/bad/resolve/${COMMIT}/model.onnx`);
    },
    [],
    /The Hub does not have it/,
  ],
  [
    'is somewhere else than on a Hub',
    () => registry.pages.set('/api/models/acme/bad/revision/main', json({ hello: 1 })),
    [],
    /must describe a repository\. See whether HF_ENDPOINT names a Hub/,
  ],
];
test.each(refused)('a repository that %s is refused with what to do, and nothing is left', async (_, prepare, args, message) => {
  prepare();
  const before = present();
  const { code, stderr } = await run(['models', 'add', 'hf:acme/bad', ...args]);
  expect({ code, stderr }).toEqual({ code: 1, stderr: expect.stringMatching(message) });
  expect(present()).toEqual(before);
});

test('a Hub that breaks off at ten places leaves nothing, and the model that was there still answers', async () => {
  const bytes = Buffer.from(detr());
  hub('acme/cut', { 'model.onnx': bytes, ...DETR_PAGES });
  const before = present();
  for (const tenth of [0, 1, 2, 3, 4, 5, 6, 7, 8, 9]) {
    const most = Math.floor((bytes.length * tenth) / 10);
    registry.pages.set(`/acme/cut/resolve/${COMMIT}/model.onnx`, (_, response) => {
      response
        .writeHead(200, { 'content-length': bytes.length })
        .write(bytes.subarray(0, most), () => response.socket!.destroySoon());
    });
    expect(await run(['models', 'add', 'hf:acme/cut'])).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/Cannot fetch model\.onnx .* Add it again\. .*bring the model here as a folder/),
    });
  }
  expect(present()).toEqual(before);
  const answer = await run(['run', 'vision.detect', '--image', sample, '--input', '{"model": "tiny-detr"}']);
  expect(answer).toMatchObject({ code: 0 });
});

test('wrong addresses and folders are named', async () => {
  for (const [address, message] of [
    ['hf:acme', /must be hf:OWNER\/REPO/],
    ['pypi:nets', /must be pypi:NAME@VERSION/],
    [join(dir, 'nowhere'), /must be a folder\. Give one with an \.onnx file/],
    ['pypi:nets@9.9', /has no wheel of nets 9\.9/],
  ] as const)
    expect(await run(['models', 'add', address])).toMatchObject({ code: 1, stderr: expect.stringMatching(message) });
  expect(existsSync(join(models, basename(dir)))).toBe(false);
  rmSync(join(dir, 'nowhere'), { recursive: true, force: true });
});
