import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { openCommands, type Commands } from '../../harness/cli/commands';
import { removeDir, tempDir, type Finished } from '../../harness/percept';

let commands: Commands;
let dir: string;
beforeAll(() => {
  commands = openCommands();
  dir = tempDir();
  mkdirSync(join(dir, 'bin'));
});
afterAll(async () => {
  await commands.close();
  removeDir(dir);
});

/** Puts an npm before the real one, which needs the registry: it notes its arguments and its folder. */
function withNpm(script: string): Record<string, string> {
  const file = join(dir, 'bin', 'npm');
  writeFileSync(file, `#!/bin/sh\necho "$PWD $*" >> '${join(dir, 'npm.log')}'\n${script}\n`);
  chmodSync(file, 0o755);
  return { PATH: `${join(dir, 'bin')}${delimiter}${process.env['PATH']}` };
}

const make = (name: string, script: string): Promise<Finished> =>
  commands.run(['plugin', 'new', name, '--sdk', 'file:../sdk', '--install'], { cwd: dir, env: withNpm(script) });

test('plugin new --install says what it writes and runs, and what to do next', async () => {
  const { code, stdout, stderr } = await make('glow', 'exit 0');
  const folder = join(dir, 'percept-plugin-glow');
  expect({ code, stdout }).toEqual({
    code: 0,
    stdout: `Wrote ${folder}\n\nNext:\n  cd percept-plugin-glow\n  percept plugin dev .      serves it, and again after each change\n`,
  });
  const lines = stderr.trim().split('\n');
  expect(lines).toEqual(
    expect.arrayContaining([`Writing ${join(folder, '.gitignore')}`, `Writing ${join(folder, 'src', 'index.ts')}`]),
  );
  expect(lines.slice(-2)).toEqual([`Running npm install in ${folder} …`, `Running npm test in ${folder} …`]);
  expect(readFileSync(join(dir, 'npm.log'), 'utf8')).toBe(`${folder} install --no-audit --no-fund\n${folder} test\n`);
  expect(readFileSync(join(folder, 'package.json'), 'utf8')).toContain('"@percept/sdk": "file:../sdk"');
});

test('when npm fails the plugin is there, and the error says how to go on', async () => {
  const { code, stderr } = await make('shine', '[ "$1" = install ]');
  const folder = join(dir, 'percept-plugin-shine');
  expect({ code, stderr }).toEqual({
    code: 1,
    stderr: expect.stringMatching(`npm test failed in ${folder}.*cd ${folder} && npm install && npm test`),
  });
  expect(readFileSync(join(folder, 'src', 'index.ts'), 'utf8')).toContain('definePlugin');
});
