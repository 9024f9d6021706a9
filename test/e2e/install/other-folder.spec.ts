import { execFile } from 'node:child_process';
import { existsSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { removeDir, startPercept, tempDir, type RunningPercept } from '../../harness/percept';
import { testWith } from '../../harness/programs';

/** An empty folder, as where `percept serve` of a globally installed package is started. */
let folder: string;
let percept: RunningPercept;
beforeAll(async () => {
  folder = realpathSync(tempDir());
  percept = await startPercept({ cwd: folder, dataDir: './data' });
});
afterAll(async () => {
  await percept.stop();
  removeDir(folder);
});

const json = { 'content-type': 'application/json' };

testWith('curl')('the lines that the first start prints work in any folder', async () => {
  const env = { ...process.env, PERCEPT_KEY: percept.key };
  const printed = [...percept.output().matchAll(/^ {2}(curl .*)$/gm)].map((match) => match[1]!);
  expect(printed).toHaveLength(2);
  const answers: Record<string, unknown>[] = [];
  for (const line of printed) {
    const { stdout } = await promisify(execFile)('sh', ['-c', line], { cwd: folder, env });
    answers.push(JSON.parse(stdout) as Record<string, unknown>);
  }
  expect(answers[0]!['total_objects']).toBeGreaterThan(0);
  const id = answers[1]!['id'] as string;
  await (await percept.fetch(`/v2/runs/${id}/events`)).text();
  expect(await (await percept.fetch(`/v2/runs/${id}`)).json()).toMatchObject({ status: 'succeeded' });
});

test('data/files is there, and an error names a path in it once', async () => {
  expect(existsSync(join(folder, 'data', 'files'))).toBe(true);
  const body = JSON.stringify({ inputs: { folder: './data/files/nowhere' } });
  const refused = await percept.fetch('/v2/pipelines/detect-folder/runs', { method: 'POST', headers: json, body });
  const { error } = (await refused.json()) as { error: { message: string } };
  expect(refused.status).toBe(404);
  expect(error.message).toMatch(
    `There is no ${join(folder, 'data', 'files', 'nowhere')}. Relative paths begin in one of the folders`,
  );
});
