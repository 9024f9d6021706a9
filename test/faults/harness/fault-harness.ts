import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import type { RunResponse } from '../../../libs/core/src/pipelines/runs/entities';
import type { RunWorkerOrders } from '../../harness/children/run-worker';
import { sql } from '../../../libs/core/src/durable/database';
import { describePostgres, PrivatePostgres } from '../../harness/postgres';
import { PrivateRedis, withoutRedis } from '../../harness/redis';
import { RunHarness, rowsOf } from '../../harness/run-harness';
import { compare, judge } from './verdicts';

export const WORKER = resolve(__dirname, '../../../dist/test/harness/children/run-worker.js');

/** Of every run. */
export const ITEMS = 1_000;

/** A run of many items, worked on by processes that come to harm. */
export class FaultHarness extends RunHarness {
  redis: PrivateRedis | undefined;
  readonly workers: ChildProcess[] = [];
  /** By the name with which they lease jobs. */
  private readonly processes = new Map<string, ChildProcess>();

  /** A process that works, when it is ready. */
  async worker(request: RunWorkerOrders = {}): Promise<ChildProcess> {
    return this.spawn([process.execPath, WORKER, this.folder, this.url ?? '', this.redis?.url() ?? '', JSON.stringify(request)]);
  }

  /** A process that works, started with this command, when it is ready. */
  async spawn([program, ...args]: string[]): Promise<ChildProcess> {
    const child = spawn(program!, args, { stdio: ['ignore', 'pipe', 'inherit'], env: { ...process.env } });
    this.workers.push(child);
    const [ready] = (await once(child.stdout, 'data')) as [Buffer];
    this.processes.set(ready.toString().trim().split(' ')[1]!, child);
    return child;
  }

  /** The process that coordinates the run; undefined while none does. */
  async coordinator(run: { id: string }): Promise<ChildProcess | undefined> {
    const held = "SELECT leased_by FROM jobs WHERE ref = ? AND queue IN ('runs', 'long-runs') AND state = 'leased'";
    const [job] = await sql<{ leased_by: string }>(this.store.reader, held, [run.id]);
    return job && this.processes.get(job.leased_by);
  }

  override async close(): Promise<void> {
    await this.killAll();
    await super.close();
  }

  async killAll(): Promise<void> {
    await Promise.all(this.workers.splice(0).map((child) => kill(child)));
  }

  /** The runs have ended: judges their items by what was written and what was told. */
  async judgeRuns(fault: string, runs: RunResponse[], poisoned: readonly string[] = []): Promise<void> {
    const names = readdirSync(join(this.folder, 'photos')).filter((name) => !poisoned.includes(name));
    const expected = runs.flatMap(({ id }) => names.map((name) => `${id} ${name}`));
    const written = runs.flatMap((run) => rowsOf(run).map(({ name }) => `${run.id} ${String(name)}`));
    const told = (await this.eventsOf('prediction.completed')).map(
      ({ run_id, item }) => `${String(run_id)} ${basename(String(item))}`,
    );
    const ends = [...(await this.eventsOf('batch.completed')), ...(await this.eventsOf('batch.failed'))].map(({ run_id }) =>
      String(run_id),
    );
    const parts = [
      compare(expected, written),
      compare(expected, told),
      compare(
        runs.map(({ id }) => id),
        ends,
      ),
    ];
    const sum = (of: 'lost' | 'twice') => parts.reduce((all, each) => all + each[of], 0);
    judge(fault, { of: expected.length, lost: sum('lost'), twice: sum('twice') });
  }
}

/** SIGKILL, and its end. */
export async function kill(child: ChildProcess, signal: NodeJS.Signals = 'SIGKILL'): Promise<number | null> {
  if (child.exitCode === null && child.signalCode === null) {
    const ended = once(child, 'exit');
    child.kill(signal);
    await ended;
  }
  return child.exitCode;
}

/** What a driver runs on. */
export interface Parts {
  postgres?: PrivatePostgres;
  redis?: PrivateRedis;
}

/** Bull on Redis over PostgreSQL; skipped with the reason where PostgreSQL is absent. */
export function onBull(faults: (harness: FaultHarness, parts: Parts) => void): void {
  describePostgres('Bull on Redis, on PostgreSQL', () => {
    const parts: Parts = {};
    const harness = new FaultHarness();
    beforeAll(async () => {
      parts.postgres = await PrivatePostgres.start();
      if (!withoutRedis) parts.redis = await PrivateRedis.start();
    });
    beforeEach(async () => {
      harness.url = await parts.postgres!.database();
      harness.redis = parts.redis;
    });
    afterAll(async () => {
      await parts.redis?.stop();
      await parts.postgres?.stop();
    });
    faults(harness, parts);
  });
}

/** The same faults on both drivers: rows in SQLite, and PostgreSQL with notifications through Redis. */
export function onBothDrivers(faults: (harness: FaultHarness, parts: Parts) => void): void {
  describe('embedded on SQLite', () => faults(new FaultHarness(), {}));
  onBull(faults);
}
