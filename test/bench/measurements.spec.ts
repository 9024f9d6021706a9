import { execFile } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { examplePath } from '../fixtures/pictures';
import { ROOT } from './service';

interface Written {
  name: string;
  ratios: Record<string, number>;
  figures: Record<string, number>;
}

// Whether the measurements still run, and what they write; how fast anything is, no test judges.
describe('the measurements', () => {
  let folder: string;
  beforeAll(() => (folder = mkdtempSync(join(tmpdir(), 'percept-measurements-'))));
  afterAll(() => rmSync(folder, { recursive: true }));

  async function run<Result>(command: 'bench' | 'eval', ...args: string[]): Promise<Result> {
    const file = join(folder, `${command}.json`);
    const main = join(ROOT, 'dist', 'test', command, 'main.js');
    await promisify(execFile)(process.execPath, [main, ...args, '--quick', '--json', file], { cwd: ROOT });
    return JSON.parse(readFileSync(file, 'utf8')) as Result;
  }

  test('bench http and bench batch run and write the ratios that were promised', async () => {
    const http = await run<Written>('bench', 'http');
    const batch = await run<Written>('bench', 'batch');
    expect([http.name, batch.name]).toEqual(['http', 'batch']);
    expect(Object.keys(http.ratios)).toEqual(
      expect.arrayContaining(['vs_bare', 'vs_bare_json', 'vs_bare_multipart', 'limits_on_vs_off']),
    );
    expect(Object.keys(batch.ratios)).toContain('vs_bare');
    for (const value of [http.figures.health_p99_ms, http.ratios.vs_bare, batch.ratios.vs_bare]) expect(value).toBeGreaterThan(0);
  }, 300_000);

  test('eval detect finds what was drawn where it was drawn', async () => {
    for (const name of ['images', 'labels']) mkdirSync(join(folder, name));
    writeFileSync(join(folder, 'config.yaml'), 'names: [clock, stop sign]\n');
    // Where the drawings have their dial (200 wide, at 360, 380 of 720 × 960) and their octagon (230, at 330, 260 of 960 × 720).
    writeFileSync(join(folder, 'labels', 'clock-tower.txt'), `0 ${360 / 720} ${380 / 960} ${200 / 720} ${200 / 960}\n`);
    writeFileSync(join(folder, 'labels', 'crossing.txt'), `1 ${330 / 960} ${260 / 720} ${230 / 960} ${230 / 720}\n`);
    for (const file of ['clock-tower.png', 'crossing.jpg']) copyFileSync(examplePath(file), join(folder, 'images', file));
    const { name, figures } = await run<Written>('eval', 'detect', '--data', folder);
    expect(name).toBe('detect');
    expect(figures).toMatchObject({ map50: 1, pictures: 2, objects: 2 });
    expect(figures.map50_95).toBeGreaterThan(0.7);
    expect(figures.ece).toBeLessThan(0.2);
  });
});
