import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
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

  async function run(command: 'bench' | 'eval'): Promise<Written[]> {
    const file = join(folder, `${command}.json`);
    const main = join(ROOT, 'dist', 'lab', command, 'main.js');
    await promisify(execFile)(process.execPath, [main, 'all', '--quick', '--json', file], { cwd: ROOT });
    const written = JSON.parse(readFileSync(file, 'utf8')) as Written | Written[];
    return Array.isArray(written) ? written : [written];
  }

  test('every bench runs in its short form, and writes the ratios that were promised', async () => {
    const reports = await run('bench');
    const ratios = Object.fromEntries(reports.map((each) => [each.name, Object.keys(each.ratios)]));
    expect(ratios).toMatchObject({
      http: expect.arrayContaining(['vs_bare', 'vs_bare_json', 'vs_bare_multipart', 'limits_on_vs_off']) as string[],
      batch: expect.arrayContaining(['vs_bare']) as string[],
      webhooks: expect.arrayContaining(['vs_undici']) as string[],
      video: expect.arrayContaining(['vs_ffmpeg_720p']) as string[],
    });
    const http = reports.find(({ name }) => name === 'http')!;
    for (const value of [http.figures.health_p99_ms, ...Object.values(http.ratios)]) expect(value).toBeGreaterThan(0);
  });

  test('every evaluation runs in its short form, but for what its data is needed', async () => {
    const names = (await run('eval')).map(({ name }) => name);
    expect(names).toEqual(expect.arrayContaining(['faces', 'formats']));
  });
});
