import { cpSync, mkdirSync, mkdtempSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { EXAMPLES, removeDir, ROOT, startPercept, type RunningPercept } from '../../harness/percept';

/** An installed Percept of its own, whose models may be spoilt. */
function install(): string {
  const root = mkdtempSync(join(tmpdir(), 'percept-install-'));
  for (const part of ['bin', 'models', 'pipelines', 'package.json', 'dist/bundle'])
    cpSync(join(ROOT, part), join(root, part), { recursive: true });
  symlinkSync(join(ROOT, 'node_modules'), join(root, 'node_modules'));
  return root;
}

let root: string;
let percept: RunningPercept | undefined;
beforeEach(() => (root = install()));
afterEach(async () => {
  await percept?.stop();
  if (percept) removeDir(percept.dataDir);
  percept = undefined;
  removeDir(root);
});

test('a broken model is named in the log, and everything else serves', async () => {
  mkdirSync(join(root, 'models', 'mine'));
  writeFileSync(join(root, 'models', 'mine', 'model.yaml'), 'task: object-detecting\n');
  percept = await startPercept({ root });
  const headers = { 'content-type': 'image/jpeg' };
  const body = readFileSync(join(EXAMPLES, 'crossing.jpg'));
  const answer = await percept.fetch('/v2/vision/detect', { method: 'POST', headers, body });
  expect(answer.status).toBe(200);
  expect(percept.output()).toMatch(/mine\/model\.yaml:1:1: task must be one of/);
});

test('what needs a broken model says so, and everything else serves', async () => {
  writeFileSync(join(root, 'models', 'centernet', 'model.yaml'), 'task: object-detection\n\tversion: 1\n');
  percept = await startPercept({ root, env: { PERCEPT_PRELOAD: 'all' } });
  expect(percept.output()).toMatch(/vision\.detect[^\n]*centernet\/model\.yaml:2:1/);
  expect((await percept.fetch('/health/ready')).status).toBe(200);
  const body = readFileSync(join(EXAMPLES, 'crossing.jpg'));
  const { fetch } = percept;
  const ask = async (path: string) => {
    const response = await fetch(path, { method: 'POST', headers: { 'content-type': 'image/jpeg' }, body });
    const { error, ...answer } = (await response.json()) as { error?: { code: string; message: string } };
    return { status: response.status, keys: Object.keys(answer), error };
  };
  const whole = await ask('/v2/vision/detect');
  expect(whole).toMatchObject({
    status: 500,
    error: { code: 'INTERNAL', message: expect.stringMatching(/could not be set up/) },
  });
  const features = await ask('/v2/vision/analyze?features=faces,colors');
  expect(features).toMatchObject({ status: 200, keys: ['faces', 'colors', 'processing_time_ms'] });
  const objects = await ask('/v2/vision/analyze?features=objects');
  expect(objects.error?.message).toMatch(/^'objects' cannot be answered: its model is broken/);
  expect(percept.output().match(/centernet\/model\.yaml:2:1/g)!.length).toBeGreaterThan(1);
  const headers = { 'content-type': 'application/json' };
  const text = await percept.fetch('/v2/text/sentiment', { method: 'POST', headers, body: '{"text":"What a lovely day."}' });
  expect(text.status).toBe(200);
});
