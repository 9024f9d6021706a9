import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { remains, waitFor } from '../../../../../test/harness/wait-for';
import { ModelWatcher } from './model-watcher';

const folder = mkdtempSync(join(tmpdir(), 'percept-watcher-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** A watcher that finds no models; `looks` has an x for each look through them. A look fails while there is a file `broken`. */
async function open(
  name: string,
): Promise<{ watcher: ModelWatcher; own: string; broken: string; looks: () => string; problems: string[] }> {
  const at = join(folder, name);
  const [file, broken, trialPath, own] = ['looks', 'broken', 'trial.js', 'own'].map((each) => join(at, each)) as [
    string,
    string,
    string,
    string,
  ];
  for (const each of ['ours', 'own']) mkdirSync(join(at, each), { recursive: true });
  writeFileSync(file, '');
  writeFileSync(
    trialPath,
    `process.once('message', () => {
      require('node:fs').appendFileSync(${JSON.stringify(file)}, 'x');
      if (require('node:fs').existsSync(${JSON.stringify(broken)})) process.exit(1);
      process.send({ type: 'done', registry: { models: [], broken: [], defaults: {} } });
      process.disconnect();
    });`,
  );
  const problems: string[] = [];
  const log = { info: () => undefined, warn: () => undefined, error: ({ err }: any) => problems.push(err.message) };
  const paths = { modelsDir: join(at, 'ours'), ownModelsDir: own, dataDir: at };
  const watcher = await ModelWatcher.open({ paths, trialPath, log: log as never });
  return { watcher, own, broken, looks: () => readFileSync(file, 'utf8'), problems };
}

test('who asks for models while others wait for the same look shares it: one that is under way, and one for all that came since', async () => {
  const { watcher, looks } = await open('shared');
  const first = watcher.reload();
  // It has begun.
  await new Promise(setImmediate);
  await Promise.all([first, ...Array.from({ length: 5 }, () => watcher.reload())]);
  expect(looks()).toBe('xx');
  await watcher.reload();
  expect(looks()).toBe('xxx');
  await watcher.close();
});

test('a look that fails is made again, and none where nothing changed', async () => {
  const { watcher, own, broken, looks, problems } = await open('failing');
  watcher.watch();
  writeFileSync(broken, '');
  writeFileSync(join(own, 'defaults.json'), '{}');
  await waitFor(() => problems.length > 0);
  const failed = looks();
  rmSync(broken);
  await waitFor(() => looks() === `${failed}x`);
  expect(problems[0]).toContain('exit code 1');
  // Through several looks at the folder, nobody looks at the models again.
  await remains(() => looks() === `${failed}x`, { ms: 1_600, interval: 100 });
  await watcher.close();
});
