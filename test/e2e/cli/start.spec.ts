import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { CACHE_DIR, removeDir, ROOT, tempDir } from '../../harness/percept';

const run = promisify(execFile);

let dir: string;
beforeAll(() => void (dir = tempDir()));
afterAll(() => removeDir(dir));

/** The packages that a command loads: they are what its start costs. Run from `dist`, where each is a file of its own. */
async function loadedBy(args: string[]): Promise<{ packages: string[]; stdout: string }> {
  const file = join(dir, 'loaded.json');
  const own = { PERCEPT_DATA_DIR: join(dir, 'data'), PERCEPT_CACHE_DIR: CACHE_DIR, LOADED_MODULES: file };
  const cli = join(ROOT, 'dist/apps/api/src/cli.js');
  const list = ['--require', join(ROOT, 'test', 'e2e', 'cli', 'loaded-modules.js')];
  const { stdout, stderr } = await run(process.execPath, [...list, cli, ...args], { cwd: ROOT, env: { ...process.env, ...own } });
  expect(stderr).toBe('');
  return { packages: JSON.parse(readFileSync(file, 'utf8')) as string[], stdout };
}

const SERVICE = ['@nestjs/core', 'fastify', 'typeorm', 'piscina', 'undici'];

test('help loads what reads the command line, and nothing of the service', async () => {
  const { packages, stdout } = await loadedBy(['--help']);
  expect(stdout).toContain('percept run vision.detect');
  expect(packages).toContain('commander');
  expect(packages).not.toEqual(expect.arrayContaining([expect.stringMatching(/class-validator|onnxruntime|sharp|cli-table3/)]));
  expect(packages.filter((name) => SERVICE.includes(name))).toEqual([]);
});

test('an analysis of a text opens no service, no worker, no decoder of images', async () => {
  const { packages, stdout } = await loadedBy(['run', 'text.sentiment', '--input', '{"text": "What a lovely day."}']);
  expect(JSON.parse(stdout)).toMatchObject({ sentiment: 'positive' });
  expect(packages).toContain('class-validator');
  expect(packages.filter((name) => [...SERVICE, 'sharp', 'culori'].includes(name))).toEqual([]);
});
