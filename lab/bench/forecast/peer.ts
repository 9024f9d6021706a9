import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ROOT } from '../service';
import type { Sample } from './sample';

/** What one method made of a sample: CPU milliseconds for all of it, and its forecasts. */
export interface Timed {
  ms: number;
  forecasts: number[][];
}

/** Its methods. */
export const PEERS = ['ets', 'auto_arima', 'thetaf'];

/** Whether R and its package `forecast` are here: Debian's r-cran-forecast. */
export const peerIsHere = (): boolean =>
  spawnSync('Rscript', ['-e', 'library(forecast)'], { stdio: 'ignore', timeout: 60_000 }).status === 0;

/** Runs a method of R's package `forecast` (ets, auto_arima, thetaf) over the sample; its start is not counted. */
export function runPeer(method: string, sample: readonly Sample[]): Timed {
  const folder = mkdtempSync(join(tmpdir(), 'percept-peer-'));
  try {
    const file = join(folder, 'series.txt');
    const lines = sample.map(({ period, history, future }) => [period, future.length, ...history].join(' '));
    writeFileSync(file, `${lines.join('\n')}\n`);
    const script = join(ROOT, 'lab', 'bench', 'forecast', 'peer.R');
    const out = execFileSync('Rscript', [script, method, file], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
    const rows = out
      .trim()
      .split('\n')
      .map((line) => line.trim().split(' ').map(Number));
    return { ms: rows.reduce((sum, [seconds]) => sum + seconds! * 1000, 0), forecasts: rows.map(([, ...values]) => values) };
  } finally {
    rmSync(folder, { recursive: true });
  }
}
