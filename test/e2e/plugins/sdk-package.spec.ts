import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { CACHE_DIR, removeDir, ROOT, tempDir } from '../../harness/percept';

const ENTRIES = ['index', 'decorators', 'doors', 'expressions', 'models', 'pipelines', 'records', 'scratch', 'testing'];

/** Runs a script in Node itself: Jest has its own loader of modules. */
function evaluate(script: string): string[] {
  const { stdout, stderr } = spawnSync(process.execPath, ['-e', script], { encoding: 'utf8' });
  if (!stdout) throw new Error(stderr);
  return (JSON.parse(stdout) as string[]).filter((name) => !['default', 'module.exports'].includes(name)).sort();
}

test.each(ENTRIES)('the package offers every value of the entry %s, to require and to import', (entry) => {
  const [offered, compiled] = [join(ROOT, 'sdk', entry), join(ROOT, 'dist/libs/core/src/sdk', entry)];
  const print = 'console.log(JSON.stringify(Object.keys(names)))';
  const existing = evaluate(`const names = require(${JSON.stringify(compiled)}); ${print}`);
  expect(evaluate(`import(${JSON.stringify(`${offered}.js`)}).then((names) => ${print})`)).toEqual(existing);
});

test('the package is released with Percept and has an entry for each file', () => {
  const read = (path: string) =>
    JSON.parse(readFileSync(join(ROOT, path), 'utf8')) as { version: string; exports: Record<string, { default: string }> };
  const { version, exports } = read('sdk/package.json');
  expect(version).toBe(read('package.json').version);
  const files = Object.values(exports).map((each) => each.default);
  expect(files.filter(Boolean)).toEqual(ENTRIES.map((entry) => `./${entry}.js`));
});

/** Uses a nested class, a description and an error: each needs the SDK of the service itself, not a copy of it. */
const PLUGIN = `import { defineCapability, definePlugin, PerceptError } from '@percept/sdk';
import { IsString, JSONSchema, Type, ValidateNested } from '@percept/sdk/decorators';
class Name {}
IsString()(Name.prototype, 'first');
class Input {}
JSONSchema({ description: 'Who is greeted.' })(Input.prototype, 'who');
ValidateNested()(Input.prototype, 'who');
Type(() => Name)(Input.prototype, 'who');
class Output {}
IsString()(Output.prototype, 'greeting');
const greet = defineCapability({ id: 'hello.greet', summary: 'Greets.', input: Input, output: Output, setup: () => async ({ who }) => {
  if (!(who instanceof Name)) throw new Error('not an instance');
  if (who.first === '') throw PerceptError.invalid('who.first', 'must not be empty.');
  return { greeting: 'Hello ' + who.first };
} });
export default definePlugin({ name: 'hello', version: '1.0.0', capabilities: [greet] });`;

describe('a plugin in a folder outside Percept', () => {
  let folder: string;
  let plugin: string;
  beforeEach(() => {
    folder = tempDir();
    plugin = join(folder, 'plugin');
    mkdirSync(plugin);
    writeFileSync(join(plugin, 'package.json'), '{ "name": "hello", "type": "module", "main": "index.js" }');
    writeFileSync(join(plugin, 'index.js'), PLUGIN);
  });
  afterEach(() => removeDir(folder));

  function percept(...args: string[]) {
    const own = { PERCEPT_PLUGINS: './plugin', PERCEPT_DATA_DIR: './data', PERCEPT_CACHE_DIR: CACHE_DIR };
    const env = { ...process.env, ...own };
    return spawnSync(process.execPath, [join(ROOT, 'bin', 'percept'), ...args], { cwd: folder, env, encoding: 'utf8' });
  }
  const greet = (first: string) => percept('run', 'hello.greet', '--input', JSON.stringify({ who: { first } }));

  test('is left out with the command that makes it work, and works after that command', () => {
    expect(percept('plugins', 'list').stderr).toContain(`run 'percept plugin link ${plugin}'`);
    expect(percept('plugin', 'link', 'plugin').status).toBe(0);
    expect(greet('Ada').stdout).toContain('Hello Ada');
  });

  test('shares the classes and decorators of the service even with a copy of the package', () => {
    cpSync(join(ROOT, 'sdk'), join(plugin, 'node_modules', '@percept', 'sdk'), { recursive: true });
    expect(greet('Ada').stdout).toContain('Hello Ada');
    expect(greet('').stderr).toContain("Invalid parameter 'who.first': must not be empty.");
    const { capabilities } = JSON.parse(percept('plugins', 'list', '--json').stdout) as { capabilities: { id: string }[] };
    expect(capabilities.map(({ id }) => id)).toContain('hello.greet');
  });

  test('cannot be tested with a copy alone, and the error says what to do', () => {
    cpSync(join(ROOT, 'sdk'), join(plugin, 'node_modules', '@percept', 'sdk'), { recursive: true });
    const tested = spawnSync(process.execPath, ['index.js'], { cwd: plugin, encoding: 'utf8' });
    expect(tested.stderr).toContain("Run 'percept plugin link' in your plugin's folder.");
  });
});
