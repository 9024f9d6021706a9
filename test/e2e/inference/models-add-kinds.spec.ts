import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { openCommands, type Commands } from '../../harness/cli/commands';
import { namerOfMoods, TOKENIZER } from '../../harness/fixtures/text-model';
import { removeDir, tempDir, type Finished } from '../../harness/percept';

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

const run = (args: string[]): Promise<Finished> => commands.run(args, { env: { PERCEPT_DATA_DIR: join(dir, 'data') } });

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
