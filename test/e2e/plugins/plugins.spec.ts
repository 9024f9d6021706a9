import { capabilityPath, loadPlugins, prepareModels, toOutputSchema, startHost, type PluginHost } from '@percept/core';
import { toJsonSchema } from '@percept/sdk';
import { builtinPluginModules, modelPluginModules } from '@percept/plugins';
import Ajv2020 from 'ajv/dist/2020';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { writeStillVideo } from '../../harness/fixtures/still-video';
import { CACHE_DIR, EXAMPLES, removeDir, ROOT, tempDir } from '../../harness/percept';

/** What every loaded capability promises. */
const COMPILED = join(ROOT, 'dist', 'libs');
const modules = builtinPluginModules(join(COMPILED, 'plugins'));
const { plugins, capabilities, rejected } = loadPlugins(modules);
const all = [...capabilities.values()];
const STRANGE = [null, true, -1e308, '', '\u0000', [], {}, [[]], { a: { b: 1 } }];

let host: PluginHost;
let scratch: string;
beforeAll(async () => {
  const image = join(EXAMPLES, 'crossing.jpg');
  scratch = tempDir();
  const video = join(scratch, 'video.mp4');
  writeStillVideo(image, video);
  const models = {
    modelsDir: join(ROOT, 'models'),
    dataDir: CACHE_DIR,
    extensions: modelPluginModules(join(ROOT, 'dist', 'libs', 'plugins')),
  };
  await prepareModels(models);
  host = startHost({
    plugins: modules,
    workers: 1,
    workerPath: join(COMPILED, 'core', 'src', 'inference', 'host', 'worker.js'),
    limits: { maxBytes: 50 * 1024 * 1024, maxSide: 4096 },
    models,
    queue: { calls: 100, bytes: 1e9 },
    callTimeoutMs: 120_000,
    optedIn: ['PERCEPT_FACE_RECOGNITION'],
    // The examples name images and videos on the web.
    fetchMedia: async (_url, { field }) => new Uint8Array(readFileSync(field.startsWith('video') ? video : image)),
  });
  await host.ready;
});
afterAll(async () => {
  await host.close();
  removeDir(scratch);
});

test('every plugin in the box is loaded and set up', () => {
  expect(rejected).toEqual([]);
  expect(host.rejected).toEqual([]);
  expect(plugins.length).toBeGreaterThan(3);
});

describe.each(all.map((capability) => [capability.id, capability] as const))('%s', (id, capability) => {
  const ajv = new Ajv2020({ strict: false });
  const input = toJsonSchema(capability.input);
  const output = toOutputSchema(capability);

  test('has a name, a path and a summary of one sentence', () => {
    expect(id).toMatch(/^[a-z][a-z0-9_-]*(\.[a-z][a-z0-9_-]*)+$/);
    expect(capabilityPath(capability)).toMatch(/^\/v2\/[a-z0-9/_-]+$/);
    expect(capability.summary).toMatch(/^[A-Z].{10,140}\.$/);
  });

  test('has schemas that stand alone, and says of each parameter what it is for', () => {
    expect(() => ajv.compile(input)).not.toThrow();
    expect(() => ajv.compile(output)).not.toThrow();
    expect(JSON.stringify([input, output])).not.toContain('$ref');
    const silent = Object.entries(input.properties ?? {}).filter(([, property]) => !property.description);
    expect(silent.map(([name]) => name)).toEqual([]);
  });

  test('has examples, which fit its schema and run, and answers as its schema says', async () => {
    expect(capability.examples?.length).toBeGreaterThan(0);
    for (const example of capability.examples!) {
      expect(ajv.validate(input, example) || ajv.errors).toBe(true);
      const result = await host.call(id, { fields: example });
      expect(ajv.validate(output, result.output) || ajv.errors).toBe(true);
    }
  });

  test('answers every strange value of every parameter with an error of ours that names a field, never with a fault', async () => {
    const [example] = capability.examples!;
    const questions = Object.keys(input.properties ?? {}).flatMap((name) =>
      STRANGE.map((value) => ({ ...example, [name]: value })),
    );
    const outcomes = await Promise.all(
      [...questions, {}, { ...example, no_such_parameter: 1 }].map((fields) =>
        host.call(id, { fields }).then(
          () => 'answered',
          (error: { code?: string; details?: { field?: string } }) =>
            error.details?.field ? error.code : `${error.code} without a field`,
        ),
      ),
    );
    const allowed = ['answered', 'INVALID_REQUEST', 'UNSUPPORTED_MEDIA', 'MEDIA_FETCH_FAILED'];
    expect(outcomes.filter((each) => !allowed.includes(each!))).toEqual([]);
    expect(outcomes.at(-1)).toBe('INVALID_REQUEST');
  });
});
