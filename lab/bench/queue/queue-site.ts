import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openBullNotifier } from '../../../libs/core/src/durable/queue/notifier';
import { Pipelines, pipelineTables } from '../../../libs/core/src/pipelines/runs';
import { Queue, queueTables } from '../../../libs/core/src/durable/queue';
import { ENDED } from '../../../libs/core/src/pipelines/runs/entities';
import { eventTables, Events } from '../../../libs/core/src/durable/events';
import { openStore, sql, type Store } from '../../../libs/core/src/durable/database';
import { scheduleTables } from '../../../libs/core/src/triggers';
import { InstantHost } from '../../../test/harness/children/instant-host';
import type { RunWorkerOrders } from '../../../test/harness/children/run-worker';
import { DoneTable1700000000002, type QueueWorkerOrders } from '../../../test/harness/children/queue-children';
import '../../../test/harness/own-kinds';
import { waitFor } from '../../../test/harness/wait-for';
import { busyMs } from '../probes/computing';
import { cpuOfProcess } from '../probes/cpu-time';
import { ROOT } from '../service';

const CHILDREN = join(ROOT, 'dist', 'test', 'harness', 'children');
const SILENT = { warn: () => undefined, error: () => undefined };
const POLLING = { interval: 10, timeout: Infinity };
/** Whether jobs are left is asked seldom: each look reads past all that were deleted, and takes the CPU from the workers. */
export const JOBS_POLLING = { interval: 50, timeout: Infinity };
const TIMING = { pollIntervalMs: 1_000 };

/** Each item takes some ms in which the process could do something else, as calls in worker threads do. */
const PIPELINE = `version: 1
name: wait
steps:
  - id: all
    for_each: { jsonl: items.jsonl, as: one }
    steps:
      - { id: wait, uses: test.echo, with: { image: "data:\${{ one.n }}" } }
`;

/** Where the queue keeps its rows, and what rings. */
export interface QueuePlace {
  url?: string;
  redis?: string;
}

/** How many jobs the processes do before those that are timed, each its part: V8 has compiled their code then. */
export const warmUp = (jobs: number, processes: number) => Math.ceil((jobs * processes) / 4);

/** An empty database with this number of worker processes. */
export class QueueSite {
  private readonly folder = mkdtempSync(join(tmpdir(), 'percept-bench-queue-'));
  private readonly file = join(this.folder, 'percept.db');
  private readonly workers: ChildProcess[] = [];
  /** CPU milliseconds that the worker processes used for what was measured last; NaN if there is no /proc. */
  workerCpuMs = Number.NaN;
  /** How many logical cores of the machine were busy meanwhile. */
  busyCores = Number.NaN;

  constructor(private readonly place: QueuePlace) {}

  /** Adds this many jobs while the processes wait for them. @returns jobs per second from that commit until the last was done. */
  async jobs(count: number, processes: number): Promise<number> {
    const migrations = [...queueTables.migrations, DoneTable1700000000002];
    const store = await openStore({ file: this.file, url: this.place.url, entities: queueTables.entities, migrations });
    const request: QueueWorkerOrders = { file: this.file, ...this.place, timing: TIMING, behaviour: 'hurry' };
    await this.start(processes, ['queue-worker.js', JSON.stringify(request)]);
    const jobs = Array.from({ length: count }, (_, n) => ({ ref: `job-${n}` }));
    const add = (queue: Queue): Promise<void> => store.transaction((tx) => queue.addAll(tx, 'runs', jobs));
    return this.timed(store, count, add, async () => {
      await waitFor(async () => (await sql(store.reader, 'SELECT 1 FROM jobs LIMIT 1')).length === 0, JOBS_POLLING);
    });
  }

  /** Starts this many runs at once, whose items take `itemMs` each, 10 if absent. @returns items per second until the last run has ended. */
  async runs({ runs, items, itemMs }: { runs: number; items: number; itemMs?: number }, processes: number): Promise<number> {
    const tables = [queueTables, eventTables, pipelineTables, scheduleTables];
    const [entities, migrations] = [tables.flatMap((each) => each.entities), tables.flatMap((each) => each.migrations)];
    const store = await openStore({ file: this.file, url: this.place.url, entities, migrations });
    mkdirSync(join(this.folder, 'data'), { recursive: true });
    writeFileSync(join(this.folder, 'items.jsonl'), Array.from({ length: items }, (_, n) => `{"n":${n}}\n`).join(''));
    const orders = JSON.stringify({ itemMs } satisfies RunWorkerOrders);
    await this.start(processes, ['run-worker.js', this.folder, this.place.url ?? '', this.place.redis ?? '', orders]);
    const dirs = { dataDir: join(this.folder, 'data'), pipelinesDir: join(this.folder, 'pipelines') };
    const nothing = () => Promise.resolve();
    return this.timed(store, runs * items, nothing, async (queue) => {
      const host = new InstantHost();
      const pipelines = new Pipelines({ store, queue, events: new Events(store), host, ...dirs });
      for (let n = 0; n < runs; n++) await pipelines.start(PIPELINE, join(this.folder, 'wait.yaml'));
      await waitFor(async () => {
        const { rows } = await pipelines.runs({ limit: runs });
        const broken = rows.find(({ status }) => ENDED.includes(status) && status !== 'succeeded');
        if (broken) throw new Error(`a run ended as ${broken.status}: ${broken.error}`);
        return rows.every(({ status }) => status === 'succeeded');
      }, POLLING);
    });
  }

  async close(): Promise<void> {
    for (const worker of this.workers) if (worker.kill('SIGKILL')) await once(worker, 'exit');
    rmSync(this.folder, { recursive: true, force: true });
  }

  /** Starts the processes, or leaves those that an earlier measurement started. */
  private async start(processes: number, [script, ...args]: [string, ...string[]]): Promise<void> {
    const command = [join(CHILDREN, script), ...args];
    const started = Array.from({ length: processes - this.workers.length }, () =>
      spawn(process.execPath, command, { stdio: ['ignore', 'pipe', 'inherit'] }),
    );
    this.workers.push(...started);
    await Promise.all(started.map((child) => once(child.stdout, 'data')));
  }

  private cpuOfWorkers(): number {
    return this.workers.reduce((sum, { pid }) => sum + cpuOfProcess(pid!), 0);
  }

  /** @param before is not timed. */
  private async timed(
    store: Store,
    count: number,
    before: (queue: Queue) => Promise<void>,
    work: (queue: Queue) => Promise<void>,
  ): Promise<number> {
    const { redis } = this.place;
    const notifier = redis ? await openBullNotifier(redis, SILENT) : undefined;
    const queue = new Queue({ store, notifier, ...TIMING });
    await before(queue);
    const [began, usedBefore, busyBefore] = [performance.now(), this.cpuOfWorkers(), busyMs()];
    await work(queue);
    const ms = performance.now() - began;
    this.busyCores = (busyMs() - busyBefore) / ms;
    this.workerCpuMs = this.cpuOfWorkers() - usedBefore;
    await queue.close();
    await store.close();
    return (count * 1_000) / ms;
  }
}
