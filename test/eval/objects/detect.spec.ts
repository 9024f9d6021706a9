import { execFile } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { examplePath } from '../../harness/fixtures/images';
import { ROOT } from '../../harness/percept';

let folder: string;
beforeAll(() => (folder = mkdtempSync(join(tmpdir(), 'percept-detect-'))));
afterAll(() => rmSync(folder, { recursive: true }));

test('eval detect finds what was drawn where it was drawn', async () => {
  for (const name of ['images', 'labels']) mkdirSync(join(folder, name));
  writeFileSync(join(folder, 'config.yaml'), 'names: [clock, stop sign]\n');
  // Where the drawings have their dial (200 wide, at 360, 380 of 720 × 960) and their octagon (230, at 330, 260 of 960 × 720).
  writeFileSync(join(folder, 'labels', 'clock-tower.txt'), `0 ${360 / 720} ${380 / 960} ${200 / 720} ${200 / 960}\n`);
  writeFileSync(join(folder, 'labels', 'crossing.txt'), `1 ${330 / 960} ${260 / 720} ${230 / 960} ${230 / 720}\n`);
  for (const file of ['clock-tower.png', 'crossing.jpg']) copyFileSync(examplePath(file), join(folder, 'images', file));
  const report = join(folder, 'detect.json');
  const main = join(ROOT, 'dist', 'test', 'eval', 'main.js');
  await promisify(execFile)(process.execPath, [main, 'detect', '--data', folder, '--quick', '--json', report], { cwd: ROOT });
  const { name, figures } = JSON.parse(readFileSync(report, 'utf8')) as { name: string; figures: Record<string, number> };
  expect(name).toBe('detect');
  expect(figures).toMatchObject({ map50: 1, images: 2, objects: 2 });
  expect(figures.map50_95).toBeGreaterThan(0.7);
  expect(figures.ece).toBeLessThan(0.2);
});
