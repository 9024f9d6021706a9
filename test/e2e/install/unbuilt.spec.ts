import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { removeDir, ROOT, tempDir } from '../../harness/percept';

const NOBODY = 65_534;
let clone: string;

beforeEach(() => {
  clone = tempDir();
  cpSync(join(ROOT, 'bin'), join(clone, 'bin'), { recursive: true });
  mkdirSync(join(clone, 'libs'));
  writeFileSync(join(clone, 'tsconfig.json'), '{}');
  writeFileSync(join(clone, 'libs', 'source.ts'), '');
});

afterEach(() => {
  chmodSync(clone, 0o700);
  removeDir(clone);
});

const start = (uid?: number) => spawnSync(process.execPath, [join(clone, 'bin', 'percept'), 'serve'], { encoding: 'utf8', uid });

test('a clone without what builds it says in one line how to get that', () => {
  expect(start()).toMatchObject({
    status: 1,
    stdout: '',
    stderr: `percept: Percept is not built, and npm did not install what builds it. Run this in ${clone}: npm ci --include=dev\n`,
  });
});

test('a clone that is not built, and that this user may not write, says so in one line', () => {
  chmodSync(clone, 0o555);
  // Root may write every folder.
  const { status, stderr } = start(process.getuid?.() === 0 ? NOBODY : undefined);
  expect(status).toBe(1);
  expect(stderr).toMatch(/^percept: Percept is not built, and this user may not write .*npm run prepare\n$/);
});

/** A fake build tool: it records when it starts and ends, and takes a while. */
const TOOL = `const { appendFileSync, mkdirSync, writeFileSync } = require('node:fs');
appendFileSync('builds', 'begins ');
setTimeout(() => {
  mkdirSync('dist/apps/api/src', { recursive: true });
  writeFileSync('dist/apps/api/src/cli.js', '');
  appendFileSync('builds', 'ends ');
}, 500);`;

function provideTool(): void {
  const folder = join(clone, 'node_modules', '@nestjs', 'cli', 'bin');
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'nest.js'), TOOL);
}

test('two commands that start at once in a clone that is not built build it once', async () => {
  provideTool();
  const children = [1, 2].map(() => spawn(process.execPath, [join(clone, 'bin', 'percept'), 'keys'], { stdio: 'inherit' }));
  const codes = await Promise.all(children.map(async (child) => ((await once(child, 'exit')) as number[])[0]));
  expect({ codes, builds: readFileSync(join(clone, 'builds'), 'utf8') }).toEqual({ codes: [0, 0], builds: 'begins ends ' });
});

test('a build that was killed keeps no later one from building', () => {
  provideTool();
  const ended = spawnSync(process.execPath, ['-e', '']).pid;
  writeFileSync(join(clone, 'node_modules', '.percept-build'), String(ended));
  expect(start()).toMatchObject({ status: 0, stderr: '' });
});
