import { cpSync, mkdirSync, mkdtempSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { EXAMPLES, removeDir, ROOT, startPercept } from './percept';

/** An installed Percept of its own, whose models may be spoilt. */
function install(): string {
  const root = mkdtempSync(join(tmpdir(), 'percept-install-'));
  for (const part of ['bin', 'models', 'pipelines', 'package.json', 'dist/apps', 'dist/libs'])
    cpSync(join(ROOT, part), join(root, part), { recursive: true });
  symlinkSync(join(ROOT, 'node_modules'), join(root, 'node_modules'));
  return root;
}

let root: string;
beforeEach(() => (root = install()));
afterEach(() => removeDir(root));

test('a broken model is named in the log, and everything else serves', async () => {
  mkdirSync(join(root, 'models', 'mine'));
  writeFileSync(join(root, 'models', 'mine', 'model.yaml'), 'task: object-detecting\n');
  const percept = await startPercept({ root });
  const headers = { 'content-type': 'image/jpeg' };
  const body = readFileSync(join(EXAMPLES, 'crossing.jpg'));
  const answer = await percept.fetch('/v2/vision/detect', { method: 'POST', headers, body });
  expect(answer.status).toBe(200);
  expect(percept.output()).toMatch(/mine\/model\.yaml:1:1: task must be one of/);
  await percept.stop();
  removeDir(percept.dataDir);
});

test('where nothing can be set up the start ends with the reason', async () => {
  writeFileSync(join(root, 'models', 'centernet', 'model.yaml'), 'task: object-detection\n\tversion: 1\n');
  await expect(startPercept({ root })).rejects.toThrow(
    /percept: Nothing that Percept can do could be set up:\n[^]*^vision\.detect: [^]*centernet\/model\.yaml:2:1/m,
  );
});
