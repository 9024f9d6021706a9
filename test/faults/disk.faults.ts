import { execFileSync } from 'node:child_process';
import { appendFileSync, rmSync, truncateSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from '../../libs/core/src/durable/database';
import { FaultHarness, ITEMS } from './harness/fault-harness';
import { waitFor } from '../harness/wait-for';

const SIZE = 'size=32m';
const LEFT_BYTES = 300_000;
/** The worker loses its run while nothing can be written, and takes it up again when there is room. */
const timing = { leaseMs: 2_000, renewMs: 500 };
const FULL_MS = 3 * timing.leaseMs;

/** A folder on a small disk of its own. */
class SmallDisk extends FaultHarness {
  private mounted = false;

  /** @returns whether this user may. */
  mount(): boolean {
    try {
      execFileSync('mount', ['-t', 'tmpfs', '-o', SIZE, 'tmpfs', this.folder], { stdio: 'ignore' });
      this.mounted = true;
    } catch {
      this.mounted = false;
    }
    return this.mounted;
  }

  /** @returns the file that leaves only so little. */
  fill(): string {
    const filler = join(this.folder, 'filler');
    let size = 0;
    try {
      for (; ; size += LEFT_BYTES) appendFileSync(filler, Buffer.alloc(LEFT_BYTES));
    } catch {
      truncateSync(filler, size - LEFT_BYTES);
    }
    return filler;
  }

  /** @throws where the disk is full. */
  async write(): Promise<void> {
    await this.store.transaction(async ({ manager }) => {
      await sql(manager, 'CREATE TABLE IF NOT EXISTS notes (note blob)');
      await sql(manager, 'INSERT INTO notes VALUES (zeroblob(8192))');
    });
  }

  override async close(): Promise<void> {
    try {
      await super.close();
    } finally {
      if (this.mounted) execFileSync('umount', [this.folder]);
    }
  }
}

const disk = new SmallDisk();

test('a disk that is full for a while in the middle of a run: what was committed stays, and room lets it go on', async () => {
  if (!disk.mount()) return void process.stdout.write('disk full: skipped, only root may mount a small tmpfs.\n');
  disk.photos(ITEMS);
  await disk.open(undefined, { working: false });
  const run = await disk.start();
  const worker = await disk.worker({ timing });
  await disk.until(run, ({ counts }) => counts.succeeded > 100);
  const filler = disk.fill();
  const refused = () => disk.write().then(() => '', String);
  expect(await waitFor(refused)).toMatch(/full|disk I\/O/i);
  const { counts } = await disk.pipelines.get(run.id);
  expect(counts.succeeded).toBeLessThan(ITEMS);
  await sleep(FULL_MS);
  rmSync(filler);
  const ended = await disk.until(run);
  expect(worker.exitCode).toBeNull();
  await disk.judgeRuns('disk full in the middle of a run', [ended]);
});
