import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { openCommands, type Commands } from '../../harness/cli/commands';
import { EXAMPLES, removeDir, startPercept, tempDir, type Finished, type RunningPercept } from '../../harness/percept';
import { waitFor } from '../../harness/wait-for';

let commands: Commands;
let service: RunningPercept;
beforeAll(async () => {
  commands = openCommands();
  service = await startPercept({ dataDir: tempDir() });
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
  expect([await readers(), await served()]).toEqual([['ocr-latin'], ['ocr-latin']]);
  const wrong = await on(['models', 'use', 'ocr-europaen']);
  expect(wrong).toMatchObject({
    code: 2,
    stderr: expect.stringContaining("There is no model 'ocr-europaen'. Did you mean 'ocr-european'?"),
  });
  expect(existsSync(join(service.dataDir, 'models', 'defaults.json'))).toBe(false);
  const used = await on(['models', 'use', 'ocr-european', '--json']);
  expect({ code: used.code, model: JSON.parse(used.stdout) as Model }).toMatchObject({
    code: 0,
    model: { name: 'ocr-european', task: 'text-recognition', default: true },
  });
  expect(await readers()).toEqual(['ocr-european']);
  await waitFor(async () => (await served()).includes('ocr-european'));
  const said = await on(['models', 'use', 'ocr-latin'], { PERCEPT_DEFAULT_MODELS: 'text-recognition=ocr-chinese' });
  expect(said).toMatchObject({ code: 0, stderr: expect.stringContaining('text-recognition=ocr-chinese, which goes before it') });
  expect(await readers({ PERCEPT_DEFAULT_MODELS: 'text-recognition=ocr-chinese' })).toEqual(['ocr-chinese']);
  expect(JSON.parse(readFileSync(join(service.dataDir, 'models', 'defaults.json'), 'utf8'))).toEqual({
    'text-recognition': 'ocr-latin',
  });
  await waitFor(async () => (await served()).includes('ocr-latin'));
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
