import { spawnSync } from 'node:child_process';
import { chmodSync, cpSync, mkdirSync, writeFileSync } from 'node:fs';
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
