import { encodeImage } from '@percept/sdk';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { openCommands, type Commands } from '../../harness/cli/commands';
import { EXAMPLES, removeDir, startPercept, tempDir, type Finished, type RunningPercept } from '../../harness/percept';
import { writeCatalogue } from '../../harness/fixtures/catalogue';
import { waitFor } from '../../harness/wait-for';

let commands: Commands;
let service: RunningPercept;
beforeAll(async () => {
  commands = openCommands();
  const dataDir = tempDir();
  const { mirror } = writeCatalogue(dataDir, join(dataDir, 'models'));
  service = await startPercept({ dataDir, env: { PERCEPT_MODELS_MIRROR: mirror } });
});
afterAll(async () => {
  await commands.close();
  await service.stop();
  removeDir(service.dataDir);
});

const on = (args: string[], env: Record<string, string> = {}): Promise<Finished> =>
  commands.run(args, { env: { PERCEPT_DATA_DIR: service.dataDir, ...env } });

interface Model {
  name: string;
  task: string;
  default: boolean;
}

const readersOf = (models: Model[]): string[] =>
  models.filter((model) => model.task === 'text-recognition' && model.default).map(({ name }) => name);

test('models use makes a model the default, which the service that runs follows', async () => {
  const readers = async (env = {}): Promise<string[]> =>
    readersOf(JSON.parse((await on(['models', 'list', '--json'], env)).stdout) as Model[]);
  const served = async (): Promise<string[]> =>
    readersOf(((await (await service.fetch('/v2/models')).json()) as { models: Model[] }).models);
  expect([await readers(), await served()]).toEqual([['ocr-european'], ['ocr-european']]);
  const wrong = await on(['models', 'use', 'ocr-europaen']);
  expect(wrong).toMatchObject({
    code: 2,
    stderr: expect.stringContaining("There is no model 'ocr-europaen'. Did you mean 'ocr-european'?"),
  });
  expect(existsSync(join(service.dataDir, 'models', 'defaults.json'))).toBe(false);
  expect(await on(['models', 'use', 'sentiment-fast'])).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('What needs text-sentiment always uses the model that comes with Percept'),
  });
  expect(await on(['models', 'list'], { PERCEPT_DEFAULT_MODELS: 'entity-recognition=sentiment-fast' })).toMatchObject({
    code: 2,
    stderr: expect.stringContaining("Remove 'entity-recognition=…' from it."),
  });
  const fixed = await service.fetch('/v2/models/sentiment-fast/default', { method: 'POST' });
  expect({ status: fixed.status, body: await fixed.json() }).toMatchObject({
    status: 409,
    body: { error: { message: expect.stringContaining('no other can take its place') } },
  });
  expect(existsSync(join(service.dataDir, 'models', 'defaults.json'))).toBe(false);
  const used = await on(['models', 'use', 'ocr-latin', '--json']);
  expect({ code: used.code, model: JSON.parse(used.stdout) as Model }).toMatchObject({
    code: 0,
    model: { name: 'ocr-latin', task: 'text-recognition', default: true },
  });
  expect(await readers()).toEqual(['ocr-latin']);
  await waitFor(async () => (await served()).includes('ocr-latin'));
  const said = await on(['models', 'use', 'ocr-european'], { PERCEPT_DEFAULT_MODELS: 'text-recognition=ocr-chinese' });
  expect(said).toMatchObject({
    code: 0,
    stderr: expect.stringContaining('text-recognition=ocr-chinese, which takes precedence'),
  });
  expect(await readers({ PERCEPT_DEFAULT_MODELS: 'text-recognition=ocr-chinese' })).toEqual(['ocr-chinese']);
  expect(JSON.parse(readFileSync(join(service.dataDir, 'models', 'defaults.json'), 'utf8'))).toEqual({
    'text-recognition': 'ocr-european',
  });
  await waitFor(async () => (await served()).includes('ocr-european'));
});

test('run --url lets the service do the work: fields, an uploaded file, and its refusals', async () => {
  const access = { PERCEPT_KEY: service.key };
  const far = (...args: string[]): Promise<Finished> => on(['run', ...args, '--url', service.url], access);
  const mood = await far('text.sentiment', '--input', '{"text": "What a lovely day."}');
  expect({ code: mood.code, answer: JSON.parse(mood.stdout) as object }).toMatchObject({
    code: 0,
    answer: { sentiment: 'positive' },
  });
  const image = join(EXAMPLES, 'crossing.jpg');
  const seen = await far('vision.detect', '--image', image, '--input', '{"objects": ["stop sign"], "min_confidence": 0.3}');
  expect({ code: seen.code, answer: JSON.parse(seen.stdout) as object }).toMatchObject({
    code: 0,
    answer: { total_objects: 1, detections: [{ object: 'stop sign' }] },
  });
  expect(await far('vision.detect', '--image', '/no/such.jpg')).toMatchObject({
    code: 2,
    stderr: expect.stringContaining("'/no/such.jpg' cannot be read"),
  });
  expect(await far('text.sentiment', '--input', '{}')).toMatchObject({
    code: 2,
    stderr: expect.stringMatching(/answers 400: .*text/),
  });
});

test('models and plugins of a service are listed and chosen from elsewhere, and models are pulled by the service', async () => {
  const env = { PERCEPT_DATA_DIR: join(service.dataDir, 'none'), PERCEPT_URL: service.url, PERCEPT_KEY: service.key };
  const json = async (...args: string[]): Promise<unknown> => JSON.parse((await on([...args, '--json'], env)).stdout) as unknown;
  expect(await json('models', 'use', 'ocr-latin')).toMatchObject({ name: 'ocr-latin', default: true });
  expect(readersOf((await json('models', 'list')) as Model[])).toEqual(['ocr-latin']);
  expect(JSON.parse(readFileSync(join(service.dataDir, 'models', 'defaults.json'), 'utf8'))).toEqual({
    'text-recognition': 'ocr-latin',
  });
  expect((await on(['models', 'use', 'ocr-european'], env)).stdout).toBe('ocr-european is the default for text-recognition.\n');
  expect(await on(['models', 'use', 'ocr-latn'], env)).toMatchObject({
    code: 2,
    stderr: expect.stringMatching(/answers 404: .*Did you mean/),
  });
  expect(await json('models', 'pull')).toContainEqual(expect.objectContaining({ name: 'tiny', task: 'image-classification' }));
  expect(await on(['models', 'pull', 'tiny'], env)).toMatchObject({
    code: 0,
    stdout: `tiny is in the models folder of ${service.url}. Call it: model=tiny\n`,
    stderr: expect.stringMatching(
      /^tiny: Tells bright from dim\.\ntask {6}image-classification; classifier stays the default until 'percept models use tiny'\ndownload {2}0\.0 MB\nlicence {3}Apache-2\.0\nmeasured {2}not by us/,
    ),
  });
  expect(await json('models', 'list')).toContainEqual(expect.objectContaining({ name: 'tiny', own: true, state: 'ready' }));
  expect(await on(['models', 'pull', 'tinny'], env)).toMatchObject({ code: 2, stderr: expect.stringMatching(/'tiny'/) });
  const { capabilities } = (await json('plugins', 'list')) as { capabilities: { id: string; path: string }[] };
  expect(capabilities).toContainEqual(expect.objectContaining({ id: 'vision.detect', path: '/v2/vision/detect' }));
  const here = await on(['plugins', 'list', '--json']);
  expect(JSON.parse(here.stdout)).toEqual({ capabilities, kinds: [], rejected: [] });
});

test('models use compares on the images of its user, and a model that is worse on them does not become the default', async () => {
  const photos = join(service.dataDir, 'photos');
  mkdirSync(join(photos, 'bright'), { recursive: true });
  for (const level of [200, 250]) {
    const pixels = new Uint8Array(32 * 32 * 3).fill(level);
    writeFileSync(join(photos, 'bright', `${level}.png`), await encodeImage(pixels, { width: 32, height: 32 }, 'png'));
  }
  writeFileSync(join(photos, 'bright', 'broken.png'), 'no picture');
  const far = { PERCEPT_DATA_DIR: join(service.dataDir, 'none'), PERCEPT_URL: service.url, PERCEPT_KEY: service.key };
  expect((await on(['models', 'pull', 'tiny'], far)).code).toBe(0);
  for (const env of [far, {}]) {
    const use = (...args: string[]) => on(['models', 'use', ...args, '--images', photos], env);
    const better = await use('tiny');
    expect(better.stdout).toContain(
      "Of 2 images in folders that a model's name fits, classifier says that name of 0, and tiny of 2.\n",
    );
    expect(better).toMatchObject({ code: 0, stdout: expect.stringMatching(/tiny is the default for image-classification\.\n$/) });
    expect(better.stderr).toMatch(/broken\.png is left out/);
    expect(await use('classifier')).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('classifier is worse on your images, so no default has changed.'),
    });
    const { stdout } = await on(['models', 'list', '--json'], env);
    const named = (JSON.parse(stdout) as Model[]).filter((each) => each.task === 'image-classification' && each.default);
    expect(named.map(({ name }) => name)).toEqual(['tiny']);
    const forced = JSON.parse((await use('classifier', '--force', '--json')).stdout) as object;
    expect(forced).toMatchObject({ default: true, comparison: { images: 2, labelled: 2, right_before: 2, right_after: 0 } });
    expect(await use('face-expression')).toMatchObject({ code: 0 });
  }
});

test('a command that works on this machine alone says so to who names a service', async () => {
  for (const args of [
    ['backup', 'x.tar.gz'],
    ['models', 'prepare'],
    ['admin', 'totp-off'],
    ['plugins', 'link'],
  ])
    expect(await on([...args, '--url', service.url])).toMatchObject({
      code: 2,
      stderr: expect.stringMatching(/unknown option '--url'[^]*on this machine and its data folder alone/),
    });
  const env = { PERCEPT_URL: 'https://percept.example.com' };
  const link = await on(['admin', 'link', '--url', 'https://percept.example.com'], env);
  expect(link).toMatchObject({ code: 0, stdout: expect.stringMatching(/^https:\/\/percept\.example\.com\/\S+\n$/) });
  expect(link.stderr).toBe(`Uses the data folder ${service.dataDir}.\n`);
});
