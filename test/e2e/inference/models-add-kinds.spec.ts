import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { parse } from 'yaml';
import { cutNetwork } from '../../../libs/core/src/inference/models/onnx';
import { openCommands, type Commands } from '../../harness/cli/commands';
import { inRanges, openRegistry } from '../../harness/fixtures/model-sources';
import { finderOfDark, readerOfColumns } from '../../harness/fixtures/ocr-models';
import { PAIR_PAGES, pairOfTowers } from '../../harness/fixtures/pair-model';
import { namerOfMoods, TOKENIZER } from '../../harness/fixtures/text-model';
import { brightness } from '../../harness/fixtures/tiny-models';
import { removeDir, startPercept, tempDir, type Finished } from '../../harness/percept';

// Each kind of network that `percept models add` knows, beside those of models-add.spec.ts.

let dir: string;
let commands: Commands;
beforeAll(() => {
  dir = tempDir();
  commands = openCommands();
});
afterAll(async () => {
  await commands.close();
  removeDir(dir);
});

const run = (args: string[], data = 'data'): Promise<Finished> =>
  commands.run(args, { env: { PERCEPT_DATA_DIR: join(dir, data) } });

/** The answer of a capability. */
async function ask(capability: string, input: object, more: string[] = []): Promise<Record<string, any>> {
  const { stdout, stderr } = await run(['run', capability, ...more, '--input', JSON.stringify(input)]);
  if (stdout === '') throw new Error(stderr);
  return JSON.parse(stdout) as Record<string, any>;
}

function folder(name: string, files: Record<string, Uint8Array | object>): string {
  const place = join(dir, name);
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(join(place, path, '..'), { recursive: true });
    writeFileSync(join(place, path), content instanceof Uint8Array ? content : JSON.stringify(content));
  }
  return place;
}

test('a model that labels tokens answers text.entities with its own types, and long texts in windows', async () => {
  const files = {
    'model.onnx': namerOfMoods(),
    'config.json': { id2label: { 0: 'O', 1: 'B-MOOD', 2: 'I-MOOD' }, max_position_embeddings: 8 },
    'tokenizer.json': TOKENIZER,
  };
  const added = await run(['models', 'add', folder('namer', files), '--sample', 'A GOOD  day']);
  expect(added).toMatchObject({
    code: 0,
    stdout: expect.stringMatching(/kind +token classification[^]*longest 8, overlap 2[^]*sample +.*: GOOD {2}day \(MOOD\) 1\.00/),
  });
  // Twelve tokens, so two windows; the third word of a mood is in both.
  const text = `<b>bad</b> 😀 GOOD  day ${'bad '.repeat(6)}good`;
  const { entities } = await ask('text.entities', { text, model: 'namer' });
  expect(entities.map(({ text: part, type, start }: Record<string, unknown>) => [part, type, start])).toEqual([
    ['GOOD  day', 'MOOD', text.indexOf('GOOD')],
    ['good', 'MOOD', text.lastIndexOf('good')],
  ]);
  expect(await ask('text.entities', { text, model: 'namer', types: ['mood', 'PERSON'] })).toMatchObject({
    entities: [{ confidence: expect.closeTo(1, 3) }, {}],
    warnings: ["Nothing is found for the types 'PERSON'. The types are MOOD."],
  });
  const unknown = await run(['run', 'text.entities', '--input', '{"text": "Good", "model": "nobody"}']);
  expect(unknown).toMatchObject({ code: 2, stderr: expect.stringMatching(/model.*nobody/) });
});

/** A picture of one colour. */
async function picture(background: string): Promise<string> {
  const file = join(dir, `${background}.png`);
  await sharp({ create: { width: 40, height: 30, channels: 3, background } }).toFile(file);
  return file;
}

test('a model that compares pictures with texts judges any labels, and gives pictures vectors', async () => {
  const place = folder('pair', { 'onnx/model.onnx': pairOfTowers(), 'tokenizer.json': TOKENIZER, ...PAIR_PAGES });
  const added = await run(['models', 'add', place]);
  expect(added).toMatchObject({
    code: 0,
    stdout: expect.stringMatching(/kind +pictures and texts[^]*task +image-embedding[^]*sample +drawn\.png: /),
  });
  const page = parse(readFileSync(join(dir, 'data', 'models', 'pair', 'model.yaml'), 'utf8')) as Record<string, unknown>;
  expect(page).toMatchObject({
    file: 'pictures.onnx',
    tokens: { longest: 8 },
    texts: { file: 'texts.onnx', activation: 'softmax', scale: 10, bias: 0, templates: ['This is a photo of {}.'] },
  });
  const labels = ['good', 'bad'];
  const white = ['--image', await picture('white')];
  const judged = await ask('vision.classify', { model: 'pair', labels, prompts: ['{}'] }, white);
  expect(judged.classifications).toEqual([{ label: 'good', confidence: expect.closeTo(1, 3), category: 'general' }]);
  const dark = await ask('vision.classify', { model: 'pair', labels, prompts: ['{}', 'a {} day'] }, [
    '--image',
    await picture('black'),
  ]);
  expect(dark.classifications).toMatchObject([{ label: 'bad' }]);
  expect(await ask('vision.embed', { model: 'pair' }, white)).toMatchObject({
    dimensions: 2,
    embedding: [1, expect.closeTo(0, 5)],
  });
  expect(await ask('text.embed', { model: 'pair', text: 'bad' })).toMatchObject({ embedding: [0, 1], tokens: 1 });
});

test('a text finds pictures in a collection whose vectors are of such a model', async () => {
  const percept = await startPercept({ dataDir: join(dir, 'data') });
  try {
    const post = async (path: string, body: object): Promise<Record<string, any>> => {
      const headers = { 'content-type': 'application/json' };
      return (await percept.fetch(path, { method: 'POST', headers, body: JSON.stringify(body) })).json() as Promise<object>;
    };
    await post('/v2/collections', { name: 'shades' });
    for (const label of ['white', 'black']) {
      const image = readFileSync(await picture(label)).toString('base64');
      expect(await post('/v2/collections/shades/entries', { image, label, model: 'pair' })).toMatchObject({ label });
    }
    const found = await post('/v2/collections/shades/search', { text: 'good' });
    expect(found.entries).toMatchObject([
      { label: 'white', similarity: 1 },
      { label: 'black', similarity: 0 },
    ]);
  } finally {
    await percept.stop();
  }
});

test.each([
  [{ labels: ['good'] }, /labels.* goes with a `model` that compares pictures with texts/],
  [{ model: 'pair', labels: ['good'], prompts: ['a photo'] }, /prompts/],
  [{ prompts: ['{}'] }, /prompts.* goes with `labels`/],
  [{ model: 'efficientnet-lite0', labels: ['good'] }, /'efficientnet-lite0' reads no texts/],
])('%j is refused', async (input, message) => {
  const { stderr, code } = await run([
    'run',
    'vision.classify',
    '--image',
    await picture('white'),
    '--input',
    JSON.stringify(input),
  ]);
  expect({ stderr, code }).toEqual({ stderr: expect.stringMatching(message), code: 2 });
});

test('a file with one network of the two is refused with what to do', async () => {
  const { bytes } = cutNetwork(pairOfTowers(), { inputs: ['pixel_values'], outputs: ['image_embeds'] });
  const place = folder('half', { 'vision_model.onnx': bytes, ...PAIR_PAGES });
  expect(await run(['models', 'add', place])).toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/has one network of two: name the file that has both with --file/),
  });
});

test('a model goes to another machine in one file, and answers there', async () => {
  const file = join(dir, 'pair.tar');
  expect(await run(['models', 'export', 'pair', '--to', file])).toMatchObject({
    code: 0,
    stdout: expect.stringMatching(/pair\.tar has 4 files, .* On the other machine: percept models import FILE/),
  });
  const imported = await run(['models', 'import', file, '--name', 'judge'], 'elsewhere');
  expect(imported).toMatchObject({
    code: 0,
    stdout: expect.stringMatching(/^judge \(image-embedding, unknown\) is in .*No default has changed/s),
  });
  const input = JSON.stringify({ model: 'judge', labels: ['good', 'bad'], prompts: ['{}'] });
  const args = ['run', 'vision.classify', '--image', await picture('white'), '--input', input];
  expect(JSON.parse((await run(args, 'elsewhere')).stdout)).toMatchObject({ classifications: [{ label: 'good' }] });
  const archive = readFileSync(file);
  writeFileSync(file, archive.fill(1, archive.length - 3000, archive.length - 2000));
  expect(await run(['models', 'import', file, '--name', 'second'], 'elsewhere')).toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/pair\.tar was not imported/),
  });
  for (const [name, message] of [
    ['ocr-latin', /comes with Percept: the other machine has it already/],
    ['nobody', /The models folder has no model 'nobody'\. It has .*pair/],
  ] as const)
    expect(await run(['models', 'export', name])).toMatchObject({ code: 2, stderr: expect.stringMatching(message) });
});

test('a reader of PP-OCR reads with its dictionary, and a finder finds its lines once it is the default', async () => {
  const card = join(dir, 'card.png');
  const bar = { input: { create: { width: 200, height: 24, channels: 3 as const, background: 'black' } }, left: 100, top: 48 };
  await sharp({ create: { width: 400, height: 120, channels: 3, background: 'white' } })
    .composite([bar])
    .toFile(card);
  // A wide blank is a character as others are.
  const reader = folder('reader', { 'rec.onnx': readerOfColumns(), 'ppocr_keys_v9.txt': Buffer.from('a\n\u3000\nb\n') });
  expect(await run(['models', 'add', reader, '--sample', card])).toMatchObject({
    code: 0,
    stdout: expect.stringMatching(/kind +reader of text lines[^]*input +size 48, resize line[^]*labels +3: a, \u3000, b/),
  });
  const finder = folder('finder', {
    'det.onnx': finderOfDark(),
    'inference.yml': Buffer.from(
      'Global:\n  model_name: PP-OCRv5_mobile_det\nPostProcess:\n  name: DBPostProcess\n  thresh: 0.3\n',
    ),
  });
  expect(await run(['models', 'add', finder])).toMatchObject({
    code: 0,
    stdout: expect.stringMatching(/kind +finder of text lines/),
  });
  expect(await run(['models', 'use', 'finder'])).toMatchObject({ code: 0 });
  const { blocks, text, text_blocks, lines } = await ask('vision.text', { model: 'reader' }, ['--image', card]);
  expect(JSON.stringify([blocks, text, text_blocks, lines])).toMatch(/"b"/);
  expect(await run(['models', 'use', 'ocr-detection'])).toMatchObject({ code: 0 });
});

test.each([
  [
    'another dictionary',
    { 'rec.onnx': readerOfColumns(), 'en_dict.txt': Buffer.from('a\nb\n') },
    /Its last class must be|It has 5 classes, but its dictionary has 2 characters, which make 4 classes/,
  ],
  [
    'lines of one width',
    { 'rec.onnx': readerOfColumns(320), 'en_dict.txt': Buffer.from('a\nb\nc\n') },
    /It reads only lines of 320 pixels/,
  ],
])('a reader with %s is refused', async (name, files, message) => {
  const place = folder(`bad-${name.replaceAll(' ', '-')}`, files);
  expect(await run(['models', 'add', place])).toMatchObject({ code: 1, stderr: expect.stringMatching(message) });
});

test('a network at an address of the web is fetched and compared with its digest', async () => {
  const registry = await openRegistry();
  const onnx = Buffer.from(brightness(['light', 'dark']).onnx);
  registry.pages.set('/nets/day.onnx', inRanges(onnx));
  const labels = join(dir, 'labels.txt');
  writeFileSync(labels, 'light\ndark\n');
  const url = `${registry.url}/nets/day.onnx?token=secret`;
  const sha256 = createHash('sha256').update(onnx).digest('hex');
  const added = await run(['models', 'add', '--url', url, '--labels', labels, '--sha256', sha256]);
  expect(added).toMatchObject({ code: 0, stdout: expect.stringMatching(/source +http.*\/nets\/day\.onnx\n/) });
  expect(await ask('vision.classify', { model: 'day' }, ['--image', await picture('white')])).toMatchObject({
    classifications: [{ label: 'light' }],
  });
  for (const [args, message] of [
    [[url, '--sha256', '0'.repeat(64), '--name', 'other'], /it has the SHA-256 [0-9a-f]{64}, not 0{64}/],
    [[`${registry.url}/nets/none.onnx`], /Cannot fetch none\.onnx .*status 404/],
    [['http://models.example.com/net.onnx'], /must begin with https:/],
    [[], /Name one model/],
    [[url, '--name', 'other', '--labels', join(dir, 'none.txt')], /--labels names '.*none\.txt', which cannot be read/],
  ] as const)
    expect(await run(['models', 'add', ...args])).toMatchObject({ stderr: expect.stringMatching(message) });
  registry.close();
});

test('labels as ImageNet lists them lose their numbers', async () => {
  const synset = Buffer.from('n01440764 tench, Tinca tinca\nn01443537 goldfish\n');
  const place = folder('zoo', { 'net.onnx': brightness(['light', 'dark']).onnx, 'synset.txt': synset });
  expect(await run(['models', 'add', place])).toMatchObject({
    code: 0,
    stdout: expect.stringMatching(/labels +2: tench, goldfish\n/),
  });
});

test.each([
  [
    'without a tokenizer',
    { 'model.onnx': namerOfMoods(), 'config.json': { id2label: { 0: 'O', 1: 'B-A', 2: 'I-A' } } },
    /has no tokenizer\.json: save it with a fast tokenizer/,
  ],
  [
    'with too few labels',
    { 'model.onnx': namerOfMoods(), 'tokenizer.json': TOKENIZER, 'config.json': { id2label: { 0: 'O' } } },
    /It has 3 classes, but 1 labels/,
  ],
  [
    'with a broken tokenizer',
    {
      'model.onnx': namerOfMoods(),
      'tokenizer.json': Buffer.from('{'),
      'config.json': { id2label: { 0: 'O', 1: 'B-A', 2: 'I-A' } },
    },
    /tokenizer\.json cannot be read as JSON/,
  ],
])('a model for texts %s is refused, and nothing is left', async (name, files, message) => {
  const place = folder(`text-${name.replaceAll(' ', '-')}`, files);
  expect(await run(['models', 'add', place, '--name', 'refused'])).toMatchObject({
    code: 1,
    stderr: expect.stringMatching(message),
  });
  expect(existsSync(join(dir, 'data', 'models', 'refused'))).toBe(false);
});
