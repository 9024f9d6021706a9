import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { withCleanup, type Later } from '../runner/cleanup';
import type { Measurement, MeasureOptions } from '../runner/command';
import type { Report } from '../runner/report';
import { interleave, median } from '../runner/statistics';
import { modelCache, ROOT } from '../service';

const ROUNDS = 5;
const COMMANDS: Record<string, string[]> = {
  'node -e 0': ['-e', '0'],
  version: [join(ROOT, 'bin', 'percept'), '--version'],
  help: [join(ROOT, 'bin', 'percept'), '--help'],
  run_sentiment: [join(ROOT, 'bin', 'percept'), 'run', 'text.sentiment', '--input', '{"text": "What a lovely day."}'],
};

async function measure({ quick }: MeasureOptions, later: Later): Promise<Report> {
  const folder = mkdtempSync(join(tmpdir(), 'percept-bench-cli-'));
  later(() => rmSync(folder, { recursive: true, force: true }));
  const file = join(folder, 'cpu');
  const env = {
    ...process.env,
    PERCEPT_DATA_DIR: join(folder, 'data'),
    PERCEPT_CACHE_DIR: modelCache(),
    NODE_OPTIONS: `--require ${join(__dirname, 'report-cpu.js')}`,
    CPU_REPORT: file,
  };
  const cpuOf = async (args: string[]): Promise<number> => {
    await promisify(execFile)(process.execPath, args, { env, cwd: ROOT });
    return Number(readFileSync(file, 'utf8'));
  };
  const contestants = Object.fromEntries(Object.entries(COMMANDS).map(([name, args]) => [name, () => cpuOf(args)]));
  const ms = await interleave(contestants, quick ? 1 : ROUNDS);
  const [bare, ...ours] = Object.keys(COMMANDS) as [string, ...string[]];
  const vsBare = (name: string): number => median(ms[name]!) / median(ms[bare]!);
  return {
    name: 'cli',
    ratios: Object.fromEntries(ours.map((name) => [`${name}_vs_node`, vsBare(name)])),
    figures: Object.fromEntries(ours.map((name) => [`${name}_cpu_ms`, median(ms[name]!)])),
    tables: [
      {
        title: 'CPU milliseconds of a command',
        head: ['', 'median', 'min', 'max'],
        rows: Object.entries(ms).map(([name, each]) => [name, median(each), Math.min(...each), Math.max(...each)]),
      },
    ],
  };
}

export const cli: Measurement = {
  name: 'cli',
  summary: 'CPU time of commands: --version, --help and one analysis, beside `node -e 0`.',
  measure: (options) => withCleanup((later) => measure(options, later)),
};
