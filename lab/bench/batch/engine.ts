import { execFile } from 'node:child_process';
import { createWriteStream, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { finished } from 'node:stream/promises';
import { promisify } from 'node:util';
import type { EngineRun } from './engine-run';
import type { Report } from '../runner/report';

const LINES_AT_ONCE = 1_000;

/** What a pipeline costs an item beside the capability: one that does nothing, over many items, in a process of its own. */
export async function measureEngine(items: number): Promise<Pick<Report, 'figures' | 'tables'>> {
  const folder = mkdtempSync(join(tmpdir(), 'percept-bench-engine-'));
  try {
    const file = createWriteStream(join(folder, 'items.jsonl'));
    for (let from = 0; from < items; from += LINES_AT_ONCE) {
      const count = Math.min(LINES_AT_ONCE, items - from);
      file.write(Array.from({ length: count }, (_, index) => `{"n":${from + index}}\n`).join(''));
    }
    file.end();
    await finished(file);
    const child = ['--expose-gc', join(__dirname, 'engine-run.js'), String(items), folder];
    const { stdout } = await promisify(execFile)(process.execPath, child);
    return report(items, JSON.parse(stdout) as EngineRun);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function report(items: number, { wall_ms, cpu_ms, heap_mb, rss_mb }: EngineRun): Pick<Report, 'figures' | 'tables'> {
  return {
    figures: {
      engine_ms_per_item: cpu_ms / items,
      engine_wall_ms_per_item: wall_ms / items,
      engine_items: items,
      engine_heap_mb_first: heap_mb[0] ?? 0,
      engine_heap_mb_last: heap_mb.at(-1) ?? 0,
      engine_rss_mb: rss_mb,
    },
    tables: [
      {
        title: `A capability that does nothing over ${items} items: ${(cpu_ms / items).toFixed(3)} ms of CPU an item; megabytes of heap`,
        head: ['done', 'MB'],
        rows: heap_mb.map((mb, index) => [`${(index + 1) * 10} %`, mb]),
      },
    ],
  };
}
