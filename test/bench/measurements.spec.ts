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

  async function run(command: 'bench' | 'eval', ...args: string[]): Promise<Written[]> {
    const file = join(folder, `${command}.json`);
    const main = join(ROOT, 'dist', 'test', command, 'main.js');
    await promisify(execFile)(process.execPath, [main, ...args, '--quick', '--json', file], { cwd: ROOT });
    const written = JSON.parse(readFileSync(file, 'utf8')) as Written | Written[];
    return Array.isArray(written) ? written : [written];
  }

  test('every bench runs in its short form, and writes the ratios that were promised', async () => {
    const reports = await run('bench', 'all');
    const ratios = Object.fromEntries(reports.map((each) => [each.name, Object.keys(each.ratios)]));
    expect(ratios).toMatchObject({
      http: expect.arrayContaining(['vs_bare', 'vs_bare_json', 'vs_bare_multipart', 'limits_on_vs_off']) as string[],
      batch: expect.arrayContaining(['vs_bare']) as string[],
      webhooks: expect.arrayContaining(['vs_undici']) as string[],
      video: expect.arrayContaining(['vs_ffmpeg_720p']) as string[],
    });
    const http = reports.find(({ name }) => name === 'http')!;
    for (const value of [http.figures.health_p99_ms, ...Object.values(http.ratios)]) expect(value).toBeGreaterThan(0);
  }, 1_500_000);

  test('every evaluation runs in its short form, but for what its data is needed', async () => {
    const names = (await run('eval', 'all')).map(({ name }) => name);
    expect(names).toEqual(expect.arrayContaining(['faces', 'formats']));
  }, 1_500_000);

  test('eval detect finds what was drawn where it was drawn', async () => {
    for (const name of ['images', 'labels']) mkdirSync(join(folder, name));
    writeFileSync(join(folder, 'config.yaml'), 'names: [clock, stop sign]\n');
    // Where the drawings have their dial (200 wide, at 360, 380 of 720 × 960) and their octagon (230, at 330, 260 of 960 × 720).
    writeFileSync(join(folder, 'labels', 'clock-tower.txt'), `0 ${360 / 720} ${380 / 960} ${200 / 720} ${200 / 960}\n`);
    writeFileSync(join(folder, 'labels', 'crossing.txt'), `1 ${330 / 960} ${260 / 720} ${230 / 960} ${230 / 720}\n`);
    for (const file of ['clock-tower.png', 'crossing.jpg']) copyFileSync(examplePath(file), join(folder, 'images', file));
    const [{ name, figures }] = (await run('eval', 'detect', '--data', folder)) as [Written];
    expect(name).toBe('detect');
    expect(figures).toMatchObject({ map50: 1, pictures: 2, objects: 2 });
    expect(figures.map50_95).toBeGreaterThan(0.7);
    expect(figures.ece).toBeLessThan(0.2);
  });
});
