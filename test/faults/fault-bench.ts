import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { resolve } from 'node:path';
import type { RunView } from '../../libs/core/src';
import { describePostgres, PrivatePostgres } from '../postgres';
import { PrivateRedis, withoutRedis } from '../redis';
import { RunBench } from '../run-bench';

const WORKER = resolve(__dirname, '../../dist/test/children/run-worker.js');

export const KILLS = Number(process.env['FAULT_KILLS'] ?? 200);
export const SEED = Number(process.env['FAULT_SEED'] ?? 1);

/** The same numbers for the same seed (mulberry32), from 0 up to 1. */
export function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let bits = Math.imul(state ^ (state >>> 15), 1 | state);
    bits = (bits + Math.imul(bits ^ (bits >>> 7), 61 | bits)) ^ bits;
    return ((bits ^ (bits >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** A run of many items, worked on by processes that come to harm. */
export class FaultBench extends RunBench {
  redis: PrivateRedis | undefined;
  readonly workers: ChildProcess[] = [];

  async worker(): Promise<ChildProcess> {
    const args = [WORKER, this.folder, this.url ?? '', this.redis?.url() ?? ''];
    const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
    this.workers.push(child);
    await once(child.stdout, 'data');
    return child;
  }

  async killAll(): Promise<void> {
    for (const child of this.workers.splice(0)) {
      if (child.exitCode !== null || child.signalCode !== null) continue;
      child.kill('SIGKILL');
      await once(child, 'exit');
    }
  }

  /** What a run lost and what it did twice, printed; a healthy one did neither. */
  async audit(name: string, run: RunView): Promise<{ lost: number; twice: number }> {
    const told = (await this.told('prediction.completed')).filter(({ run_id }) => run_id === run.id).map(({ item }) => item);
    const lost = run.counts.total - run.counts.succeeded;
    const twice = told.length - new Set(told).size;
    process.stdout.write(`${name}: ${run.counts.total} items, lost ${lost}, done twice ${twice}, ended ${run.status}\n`);
    return { lost: lost + (run.counts.total - new Set(told).size), twice };
  }
}

/** The same faults on both drivers: rows in SQLite, and PostgreSQL with the bell of Redis. */
export function onBothDrivers(
  faults: (bench: FaultBench, parts: { postgres?: PrivatePostgres; redis?: PrivateRedis }) => void,
): void {
  describe('embedded on SQLite', () => faults(new FaultBench(), {}));

  describePostgres('Bull on Redis, with PostgreSQL', () => {
    const parts: { postgres?: PrivatePostgres; redis?: PrivateRedis } = {};
    const bench = new FaultBench();
    beforeAll(async () => {
      parts.postgres = await PrivatePostgres.start();
      if (!withoutRedis) parts.redis = await PrivateRedis.start();
    });
    beforeEach(async () => {
      bench.url = await parts.postgres!.database();
      bench.redis = parts.redis;
    });
    afterAll(async () => {
      await parts.redis?.stop();
      await parts.postgres?.stop();
    });
    faults(bench, parts);
  });
}
