import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { CACHE_DIR, EXAMPLES, removeDir, ROOT, tempDir } from '../../harness/percept';
import { Workplace } from '../../harness/workplace';
import { waitFor } from '../../harness/wait-for';

describe('a plugin by somebody else, with Percept installed from its package', () => {
  let place: Workplace;
  let plugin: string;
  beforeAll(async () => {
    place = await Workplace.create();
    place.run(['plugin', 'new', 'glow']);
    plugin = join(place.folder, 'percept-plugin-glow');
    // `npm install` would do this, and fetch what the test has already.
    place.run(['plugin', 'link', plugin]);
    writeFileSync(join(place.folder, 'percept.yaml'), 'plugins:\n  - ./percept-plugin-glow\n');
  });
  afterAll(() => removeDir(place.folder));

  test('the package holds what it needs and none of our tests', () => {
    expect(existsSync(join(place.percept, 'models', 'classifier', 'model.yaml'))).toBe(true);
    const files = readdirSync(place.percept, { recursive: true, encoding: 'utf8' });
    expect(files.filter((file) => /\.spec\.|(^|\/)fixtures\//.test(file))).toEqual([]);
  });

  test('depends on the SDK of this installation, by a path that moves with the folder', () => {
    const { devDependencies, peerDependencies } = JSON.parse(readFileSync(join(plugin, 'package.json'), 'utf8')) as Record<
      string,
      Record<string, string>
    >;
    expect(devDependencies!['@percept/sdk']).toBe('file:../node_modules/percept/sdk');
    expect(peerDependencies).toEqual({ '@percept/sdk': '^0.1.0' });
  });

  test('is left out with what to do while it is not built', () => {
    const { rejected } = listed(() => place.run(['plugins', 'list', '--json'])) as { rejected: { reason: string }[] };
    expect(rejected[0]!.reason).toMatch(/npm run build/);
  });

  test('builds and passes its own test as it was written', () => {
    const printed = execFileSync('npm', ['test', '--silent'], { cwd: plugin, encoding: 'utf8' });
    // Newer versions of Node print another sign before it.
    expect(printed).toMatch(/^\S pass 2$/m);
    expect(printed).toMatch(/^\S fail 0$/m);
  });

  test('is a capability like ours: listed, on the command line, and in a pipeline', () => {
    const { capabilities, rejected } = listed(() => place.run(['plugins', 'list', '--json'])) as Record<string, { id: string }[]>;
    expect(rejected).toEqual([]);
    expect(capabilities!.map(({ id }) => id)).toContain('glow.brightness');
    const pipeline = `version: 1
name: glow
steps:
  - id: images
    for_each: { files: "${EXAMPLES}/*.jpg", as: image }
    steps:
      - { id: glow, uses: glow.brightness, with: { image: "\${{ image.path }}" } }
    collect: { file: "\${{ image.path }}", brightness: "\${{ glow.brightness }}" }
outputs:
  - { jsonl: glow.jsonl, rows: "\${{ images.rows }}" }
`;
    writeFileSync(join(place.folder, 'glow.yaml'), pipeline);
    place.run(['pipeline', 'run', 'glow.yaml']);
    const rows = readFileSync(join(place.folder, 'glow.jsonl'), 'utf8').trim().split('\n');
    const values = rows.map((row) => (JSON.parse(row) as { brightness: number }).brightness);
    expect(values).toHaveLength(readdirSync(EXAMPLES).filter((name) => name.endsWith('.jpg')).length);
    expect(values.every((value) => value > 0 && value < 1)).toBe(true);
  });

  describe('that is a source, an output, an operation, a trigger, a door, a decoder or a model task', () => {
    const KINDS = ['source', 'output', 'operation', 'trigger', 'door', 'decoder', 'task'];
    const folder = (kind: string) => join(place.folder, `percept-plugin-my-${kind}`);

    test.each(KINDS)('is written by plugin new --kind %s, and passes its contract as it was written', (kind) => {
      place.run(['plugin', 'new', `my-${kind}`, '--kind', kind]);
      place.run(['plugin', 'link', folder(kind)]);
      const printed = execFileSync('npm', ['test', '--silent'], { cwd: folder(kind), encoding: 'utf8' });
      expect(printed).toMatch(/^\S pass [1-9]\d*$/m);
      expect(printed).toMatch(/^\S fail 0$/m);
    });

    test('works in a pipeline like ours', () => {
      writeFileSync(
        join(place.folder, 'percept.yaml'),
        `plugins:\n${KINDS.map((kind) => `  - ./percept-plugin-my-${kind}\n`).join('')}`,
      );
      const pipeline = `version: 1
name: kinds
inputs: { file: { type: string, default: x } }
triggers: [{ spool: ., poll: 1h }]
steps:
  - id: signs
    for_each: { numbers: 3, step: 5, as: number }
    steps:
      - { id: sign, uses: my-operation.show, with: { text: "\${{ 'n' + string(number) }}" } }
    collect: { shown: "\${{ sign.shown }}" }
outputs:
  - { concat: signs.concat, rows: "\${{ signs.rows }}" }
`;
      writeFileSync(join(place.folder, 'kinds.yaml'), pipeline);
      expect(place.run(['pipeline', 'validate', 'kinds.yaml'])).toContain('is valid');
      place.run(['pipeline', 'run', 'kinds.yaml']);
      const rows = ['n0', 'n5', 'n10'].map((text) => JSON.stringify({ shown: `${text} (green)` }));
      expect(readFileSync(join(place.folder, 'signs.concat'), 'utf8')).toBe(rows.map((row) => `${row.length}:${row}`).join(''));
    });

    test('with a keyword or a name that is taken is left out with the reason, and the others stay', () => {
      const double = join(place.folder, 'double.js');
      writeFileSync(
        double,
        `const numbers = { name: 'numbers', keyword: {}, options: {}, item: {}, async *list() {} };
module.exports = { name: 'double', version: '1.0.0', sources: [numbers] };`,
      );
      const names = ['files', 'vision', 'my-source'];
      for (const name of names)
        writeFileSync(join(place.folder, `${name}.js`), `module.exports = { name: '${name}', version: '1.0.0', outputs: [] };`);
      const modules = ['percept-plugin-my-source', 'double.js', ...names.map((name) => `${name}.js`)];
      writeFileSync(join(place.folder, 'percept.yaml'), `plugins:\n${modules.map((each) => `  - ./${each}\n`).join('')}`);
      const { rejected } = listed(() => place.run(['plugins', 'list', '--json'])) as {
        rejected: { source: string; reason: string }[];
      };
      const reason = "its source 'numbers' is taken by the plugin 'my-source': give it another name";
      expect(rejected).toEqual([
        { source: expect.stringMatching(/double\.js$/), reason },
        ...names.map((name) => ({
          source: expect.stringMatching(new RegExp(`/${name}\\.js$`)),
          reason: `another plugin has the name '${name}'`,
        })),
      ]);
      // What they would have replaced is still there.
      const pipeline = `version: 1
name: kept
steps:
  - id: signs
    for_each: { numbers: 3, step: 5, as: number }
    steps: [{ id: mood, uses: text.sentiment, with: { text: fine } }]
outputs:
  - { csv: kept.csv, rows: "\${{ signs.rows }}" }
`;
      writeFileSync(join(place.folder, 'kept.yaml'), pipeline);
      expect(place.run(['pipeline', 'validate', 'kept.yaml'])).toContain('is valid');
    });
  });

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

const saying = (word: string): string => `const { defineCapability, definePlugin } = require('@percept/sdk');
const { IsString } = require('@percept/sdk/decorators');
class Nothing {}
class Word {}
IsString()(Word.prototype, 'word');
module.exports = definePlugin({ name: 'still', version: '1.0.0', capabilities: [defineCapability({
  id: 'still.here', summary: 'Says a word.', input: Nothing, output: Word, setup: () => async () => ({ word: '${word}' }) })] });`;

test('percept plugin dev serves a plugin, and restarts after a change', async () => {
  const folder = tempDir();
  writeFileSync(join(folder, 'package.json'), '{"name": "still", "main": "index.js"}');
  writeFileSync(join(folder, 'index.js'), saying('one'));
  const developing = new Developing(folder);
  expect(await developing.nextWord()).toBe('one');
  writeFileSync(join(folder, 'index.js'), saying('two'));
  expect(await developing.nextWord()).toBe('two');
  expect(await developing.end()).toBe(0);
  removeDir(folder);
});

/** The command at work, and what the service that it has started last answers. */
class Developing {
  private readonly data = tempDir();
  private readonly child: ChildProcess;
  private printed = '';

  constructor(folder: string) {
    const own = { PORT: '0', PERCEPT_AUTH: 'off', PERCEPT_WORKERS: '1', PERCEPT_DATA_DIR: this.data };
    const env = { ...process.env, PERCEPT_CACHE_DIR: CACHE_DIR, ...own };
    this.child = spawn(process.execPath, [join(ROOT, 'bin', 'percept'), 'plugin', 'dev', folder], { env });
    for (const stream of [this.child.stdout!, this.child.stderr!]) stream.on('data', (text) => (this.printed += String(text)));
  }

  /** Waits for a service that was not there before. */
  async nextWord(): Promise<string> {
    const url = await waitFor(() => {
      if (this.child.exitCode !== null) throw new Error(this.printed);
      return /is ready on (\S+)/.exec(this.printed)?.[1];
    });
    this.printed = '';
    const headers = { 'content-type': 'application/json' };
    const answer = await fetch(`${url}/v2/still/here`, { method: 'POST', body: '{}', headers });
    return ((await answer.json()) as { word: string }).word;
  }

  async end(): Promise<number | null> {
    const ended = once(this.child, 'exit');
    this.child.kill('SIGINT');
    await ended;
    removeDir(this.data);
    return this.child.exitCode;
  }
}
