import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { removeDir, ROOT, tempDir } from '../../harness/percept';

const JEST = join(ROOT, 'node_modules', 'jest', 'bin', 'jest.js');

interface Counts {
  passed: number;
  files: { failures: { test: string; why: string }[] }[];
}

let folder: string;
beforeAll(() => (folder = tempDir()));
afterAll(() => removeDir(folder));

/** Runs these test files with our environment and our counts, as the gate does. */
function run(files: Record<string, string>) {
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  const config = { rootDir: folder, testEnvironment: join(ROOT, 'test', 'environment.js'), transform: {} };
  const env: NodeJS.ProcessEnv = { ...process.env, TEST_COUNTS: join(folder, 'counts.json') };
  const reporter = join(ROOT, 'test', 'count-reporter.js');
  spawnSync(process.execPath, [JEST, '--config', JSON.stringify(config), '--reporters', reporter], { env, timeout: 120_000 });
  const counts = JSON.parse(readFileSync(join(folder, 'counts.json'), 'utf8')) as Counts;
  return { ...counts, files: counts.files.length, failures: counts.files.flatMap(({ failures }) => failures) };
}

const isRunning = (pid: number): boolean => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};

test('tests are counted with their failures, whatever they throw, and what they started ends with their file', () => {
  const counts = run({
    'left.test.js': `
      const { spawn } = require('node:child_process');
      beforeAll(() => {
        const { pid } = spawn('sleep', ['600']);
        require('node:fs').writeFileSync(${JSON.stringify(join(folder, 'pid'))}, String(pid));
        throw new Error('a hook that fails');
      });
      test('never begins', () => {});
    `,
    // Such an error holds itself, and is not JSON.
    'odd.test.js': `
      test('fails', () => { const error = new Error('odd'); error.self = error; error.output = [1n]; throw error; });
      test('passes', () => {});
      test.skip('is skipped', () => {});
    `,
    'broken.test.js': 'this is not JavaScript',
  });
  const { failures, ...rest } = counts;
  expect(rest).toEqual({ passed: 1, failed: 3, skipped: 1, files: 3, complete: true });
  expect(failures.map(({ test, why }) => `${test}: ${why.split('\n')[0]}`).sort()).toEqual([
    expect.stringMatching(/broken\.test\.js: ./),
    'fails: Error: odd',
    'never begins: Error: a hook that fails',
  ]);
  expect(isRunning(Number(readFileSync(join(folder, 'pid'), 'utf8')))).toBe(false);
});
