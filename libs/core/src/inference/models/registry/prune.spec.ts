import { randomUUID } from 'node:crypto';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { pruneCopies } from './prune';
import type { ModelRegistry, RegisteredModel } from './registry';

let dataDir: string;
beforeEach(() => (dataDir = mkdtempSync(join(tmpdir(), 'percept-prune-'))));
afterEach(() => rmSync(dataDir, { recursive: true, force: true }));

const MINUTE = 60;
const [NEW, OLD, LEFT] = ['a', 'b', 'c'].map((digit) => `${digit.repeat(32)}.onnx`);

/** A prepared file that was last used this many minutes ago. */
function copy(name: string, minutesAgo: number): string {
  const file = join(dataDir, 'models', name);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, 'weights');
  const at = Date.now() / 1000 - minutesAgo * MINUTE;
  utimesSync(file, at, at);
  return file;
}

const model = (name: string, file: string, own = true) => ({ name, file, own }) as RegisteredModel;
const left = () => readdirSync(join(dataDir, 'models'), { recursive: true, encoding: 'utf8' }).sort();

test('what no model uses any more is removed after an hour, and a folder that has been empty for an hour', async () => {
  const used = copy(`parts/${NEW}`, 300);
  copy(`parts/${OLD}`, 61);
  copy(`parts/${LEFT}`, 59);
  copy(`parts/${OLD}.${randomUUID()}.tmp`, 61);
  copy('parts/a file of the user.onnx', 600);
  copy(`gone/${OLD}`, 61);
  const registry: ModelRegistry = { models: [model('parts', used)], broken: [], defaults: {} };
  await pruneCopies(dataDir, registry);
  // Another process may have made the empty folder for what it writes next.
  expect(left()).toEqual(['gone', 'parts', 'parts/a file of the user.onnx', `parts/${NEW}`, `parts/${LEFT}`]);
  await pruneCopies(dataDir, registry, Date.now() + 61 * MINUTE * 1000);
  expect(left()).toEqual(['parts', 'parts/a file of the user.onnx', `parts/${NEW}`]);
});

test('nothing of a model that is broken now, and nothing of ours', async () => {
  copy(`parts/${OLD}`, 600);
  const ours = copy(`centernet/${NEW}`, 600);
  copy(`centernet/${OLD}`, 600);
  const broken = [{ name: 'parts', own: true, reason: 'half written' }];
  await pruneCopies(dataDir, { models: [model('centernet', ours, false)], broken, defaults: {} });
  expect(left()).toHaveLength(5);
});

test('a data folder without models is left alone', async () => {
  await expect(pruneCopies(dataDir, { models: [], broken: [], defaults: {} })).resolves.toBeUndefined();
});
