import { makeSecret, signedHeaders } from '@percept/webhooks';
import { execFile, execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { EXAMPLES, removeDir, ROOT, startPercept, tempDir, type RunningPercept } from '../../harness/percept';

const run = promisify(execFile);
const TYPESCRIPT = join(ROOT, 'clients', 'typescript');
const PYTHON = join(ROOT, 'clients', 'python');
const OLD_TSC = join(ROOT, 'node_modules', 'typescript', 'bin', 'tsc');
const OLD_CALL = `import { Percept } from '@percept/client';
export const total: Promise<number> = new Percept().analyze('/v2/vision/detect', { image: '' }).then((found) => found.total_objects);
`;
const TSC = join(ROOT, 'node_modules', 'typescript-7', 'bin', 'tsc');

let percept: RunningPercept;
let env: NodeJS.ProcessEnv;

beforeAll(async () => {
  percept = await startPercept({ env: { PERCEPT_WORKERS: '1' } });
  const body = JSON.stringify({
    id: 'evt_1',
    type: 'batch.completed',
    created_at: '2026-01-31T09:00:00Z',
    data: { name: 'Zürich' },
  });
  const signed = [makeSecret(), 'correct horse battery'].map((secret) => ({
    ...{ secret, body },
    headers: signedHeaders([makeSecret(), secret], 'evt_1', body, new Date()),
  }));
  const IMAGE = join(EXAMPLES, 'desk.jpg');
  env = { ...process.env, PERCEPT_URL: percept.url, PERCEPT_KEY: percept.key, IMAGE, SIGNED: JSON.stringify(signed) };
});
afterAll(async () => {
  await percept.stop();
  removeDir(percept.dataDir);
});

test('the TypeScript client builds, and its tests pass against a service', async () => {
  await run(process.execPath, [TSC, '-p', TYPESCRIPT]);
  await run(process.execPath, [TSC, '-p', join(TYPESCRIPT, 'tests')]);
  expect(existsSync(join(TYPESCRIPT, 'dist', 'index.d.ts'))).toBe(true);
  const tests = join(TYPESCRIPT, 'dist', 'tests', 'tests', 'client.test.js');
  const { stdout } = await run(process.execPath, ['--test', '--test-reporter=tap', tests], { env }).catch(
    (error: Error & { stdout: string }) => error,
  );
  expect(stdout).toContain('# pass 8\n');
  expect(stdout).toContain('# fail 0\n');
});

test('a project that installs the built client is typed by the document', async () => {
  const project = tempDir();
  mkdirSync(join(project, 'node_modules', '@percept'), { recursive: true });
  // As `npm install path/to/clients/typescript` does.
  symlinkSync(TYPESCRIPT, join(project, 'node_modules', '@percept', 'client'));
  const [, call] = /```ts illustration\n([^]*?)```/.exec(readFileSync(join(ROOT, 'docs', 'guides', 'how-to.md'), 'utf8'))!;
  writeFileSync(
    join(project, 'call.mts'),
    `${call}\n// @ts-expect-error: an object has no such field.\ndetections[0]!.objects;\n`,
  );
  const options = ['--strict', '--noEmit', '--module', 'nodenext', '--target', 'es2022', '--types', 'node'];
  const types = ['--typeRoots', join(ROOT, 'node_modules', '@types')];
  const checked = run(process.execPath, [TSC, ...options, ...types, 'call.mts'], { cwd: project });
  expect(await checked.catch((error: { stdout: string }) => error)).toMatchObject({ stdout: '' });
  // A project of CommonJS, whose TypeScript reads no `exports`.
  writeFileSync(join(project, 'old.ts'), OLD_CALL);
  const old = ['--strict', '--noEmit', '--target', 'es2022', '--types', 'node', '--ignoreDeprecations', '6.0'];
  const modules = ['--module', 'commonjs', '--moduleResolution', 'node10'];
  const read = run(process.execPath, [OLD_TSC, ...old, ...modules, ...types, 'old.ts'], { cwd: project });
  expect(await read.catch((error: { stdout: string }) => error)).toMatchObject({ stdout: '' });
  removeDir(project);
});

const hasPython = ((): boolean => {
  try {
    execFileSync('python3', ['-c', 'import sys; sys.exit(sys.version_info < (3, 11))']);
    return true;
  } catch {
    process.stdout.write('Skipped: the Python client, which needs python3 of 3.11 or newer on this machine.\n');
    return false;
  }
})();

(hasPython ? test : test.skip)("the Python client's tests pass against a service, with the standard library only", async () => {
  const at = { cwd: PYTHON, env: { ...env, PYTHONDONTWRITEBYTECODE: '1' } };
  // -S leaves out the packages of the machine.
  const { stderr } = await run('python3', ['-S', '-m', 'unittest', 'tests/test_client.py'], at).catch(
    (error: Error & { stderr: string }) => error,
  );
  expect(stderr).toMatch(/Ran 11 tests in [\d.]+s\n\nOK\n/);
});

test.each([
  ['typescript', /```ts\n([\s\S]*?)```/],
  ['python', /```python\n([\s\S]*?)```/],
])('the README of the %s client has at most ten lines, whose calls its tests make', (folder, block) => {
  const lines = block
    .exec(readFileSync(join(ROOT, 'clients', folder, 'README.md'), 'utf8'))![1]!
    .trim()
    .split('\n')
    .filter(Boolean);
  expect(lines.length).toBeLessThanOrEqual(10);
});
