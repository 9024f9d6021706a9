import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { EXAMPLES, removeDir, startPercept, tempDir } from './percept';
import { Workplace } from './workplace';

describe('a plugin by somebody else, with Percept installed from its package', () => {
  let place: Workplace;
  let plugin: string;
  beforeAll(() => {
    place = new Workplace();
    place.run(['plugin', 'new', 'glow', '--percept', 'file:../percept-0.1.0.tgz']);
    plugin = join(place.folder, 'percept-plugin-glow');
    writeFileSync(join(place.folder, 'percept.yaml'), 'plugins:\n  - ./percept-plugin-glow\n');
  }, 120_000);
  afterAll(() => removeDir(place.folder));

  test('the package holds what it needs and none of our tests', () => {
    expect(existsSync(join(place.percept, 'models', 'classifier', 'model.yaml'))).toBe(true);
    const files = readdirSync(place.percept, { recursive: true, encoding: 'utf8' });
    expect(files.filter((file) => /\.spec\.|(^|\/)fixtures\//.test(file))).toEqual([]);
  });

  test('is left out with what to do while it is not built', () => {
    const { rejected } = listed(() => place.run(['plugins', 'list', '--json'])) as { rejected: { reason: string }[] };
    expect(rejected[0]!.reason).toMatch(/npm run build/);
  });

  test('builds and passes its own test as it was written', () => {
    const printed = execFileSync('npm', ['test', '--silent'], { cwd: plugin, encoding: 'utf8' });
    expect(printed).toMatch(/# pass 2/);
    expect(printed).toMatch(/# fail 0/);
  }, 120_000);

  test('is a capability like ours: listed, on the command line, and in a pipeline', () => {
    const { capabilities, rejected } = listed(() => place.run(['plugins', 'list', '--json'])) as Record<string, { id: string }[]>;
    expect(rejected).toEqual([]);
    expect(capabilities!.map(({ id }) => id)).toContain('glow.brightness');
    const pipeline = `version: 1
name: glow
steps:
  - id: pictures
    for_each: { files: "${EXAMPLES}/*.jpg", as: picture }
    steps:
      - { id: glow, uses: glow.brightness, with: { image: "\${{ picture.path }}" } }
    collect: { file: "\${{ picture.path }}", brightness: "\${{ glow.brightness }}" }
outputs:
  - { jsonl: glow.jsonl, rows: "\${{ pictures.rows }}" }
`;
    writeFileSync(join(place.folder, 'glow.yaml'), pipeline);
    place.run(['pipeline', 'run', 'glow.yaml']);
    const rows = readFileSync(join(place.folder, 'glow.jsonl'), 'utf8').trim().split('\n');
    const values = rows.map((row) => (JSON.parse(row) as { brightness: number }).brightness);
    expect(values).toHaveLength(readdirSync(EXAMPLES).filter((name) => name.endsWith('.jpg')).length);
    expect(values.every((value) => value > 0 && value < 1)).toBe(true);
  }, 120_000);

  test('a name that is taken, wrong or in the way is refused', () => {
    expect(() => place.run(['plugin', 'new', 'glow'])).toThrow(/not empty/);
    expect(() => place.run(['plugin', 'new', 'Glow!'])).toThrow(/small letters/);
  });
});

/** What a command printed as JSON, though it ended with an exit code that says something is wrong. */
function listed(run: () => string): unknown {
  try {
    return JSON.parse(run());
  } catch (error) {
    return JSON.parse((error as { stdout: string }).stdout);
  }
}

describe('percept plugin dev', () => {
  test('serves the plugin over HTTP', async () => {
    const folder = tempDir();
    writeFileSync(
      join(folder, 'index.js'),
      `const { defineCapability, definePlugin } = require('@percept/core');
class Nothing {}
module.exports = definePlugin({ name: 'still', version: '1.0.0', capabilities: [defineCapability({
  id: 'still.here', summary: 'Says nothing.', input: Nothing, output: Nothing, setup: () => async () => ({}) })] });`,
    );
    writeFileSync(join(folder, 'package.json'), '{"name": "still", "main": "index.js"}');
    const service = await startPercept({ env: { PERCEPT_PLUGINS: folder } });
    const answer = await service.fetch('/v2/still/here', {
      method: 'POST',
      body: '{}',
      headers: { 'content-type': 'application/json' },
    });
    expect(answer.status).toBe(200);
    await service.stop();
    removeDir(folder);
    removeDir(service.dataDir);
  }, 120_000);
});
