import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ModelWatcher } from './model-watcher';

const folder = mkdtempSync(join(tmpdir(), 'percept-watcher-'));
afterAll(() => rmSync(folder, { recursive: true }));

test('who asks for models while others wait for the same look shares it: one that is under way, and one for all that came since', async () => {
  const [looks, trialPath] = [join(folder, 'looks'), join(folder, 'trial.js')];
  for (const each of ['ours', 'own']) mkdirSync(join(folder, each));
  writeFileSync(looks, '');
  writeFileSync(
    trialPath,
    `process.once('message', () => {
      require('node:fs').appendFileSync(${JSON.stringify(looks)}, 'x');
      process.send({ type: 'done', registry: { models: [], broken: [], defaults: {} } });
      process.disconnect();
    });`,
  );
  const log = { info: () => undefined, warn: () => undefined, error: (fields: object) => console.error(fields) };
  const paths = { modelsDir: join(folder, 'ours'), ownModelsDir: join(folder, 'own'), dataDir: folder };
  const watcher = await ModelWatcher.open({ paths, trialPath, log });
  const first = watcher.reload();
  // It has begun.
  await new Promise(setImmediate);
  await Promise.all([first, ...Array.from({ length: 5 }, () => watcher.reload())]);
  expect(readFileSync(looks, 'utf8')).toBe('xx');
  await watcher.reload();
  expect(readFileSync(looks, 'utf8')).toBe('xxx');
  await watcher.close();
});
