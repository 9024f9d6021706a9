// Runs a pipeline over ITEMS items with an empty capability: `node engine-run.js ITEMS FOLDER`. Prints a line of JSON.
import { join } from 'node:path';
import { Pipelines, pipelineTables } from '../../../libs/core/src/pipelines/runs';
import { Queue, queueTables } from '../../../libs/core/src/durable/queue';
import { ENDED } from '../../../libs/core/src/pipelines/runs/entities';
import { eventTables, Events } from '../../../libs/core/src/durable/events';
import { openStore } from '../../../libs/core/src/durable/database';
import { InstantHost } from '../../../test/harness/children/instant-host';
import '../../../test/harness/own-kinds';

const TABLES = [queueTables, eventTables, pipelineTables];
const SAMPLES = 10;

/** What the engine costs beside the capability's own time. */
export interface EngineRun {
  wall_ms: number;
  cpu_ms: number;
  /** Megabytes of heap after each tenth of the items. */
  heap_mb: number[];
  rss_mb: number;
}

const SOURCE = `version: 1
name: nothing
steps:
  - id: all
    for_each: { jsonl: items.jsonl, as: one, concurrency: 16 }
    steps:
      - { id: nothing, uses: test.echo, with: { image: "data:\${{ one.n }}" } }
    collect: { n: "\${{ one.n }}" }
outputs:
  - { jsonl: out.jsonl, rows: "\${{ all.rows }}" }
`;

/** What is in use, without what is only not yet collected. */
function heapMb(): number {
  globalThis.gc?.();
  return process.memoryUsage().heapUsed / 1e6;
}

async function main(items: number, folder: string): Promise<void> {
  const store = await openStore({
    file: join(folder, 'engine.sqlite'),
    entities: TABLES.flatMap((each) => each.entities),
    migrations: TABLES.flatMap((each) => each.migrations),
  });
  const queue = new Queue({ store });
  const dirs = { dataDir: join(folder, 'data'), pipelinesDir: join(folder, 'pipelines') };
  // The host of the tests keeps every call for them to look at; here that would be the curve.
  const host: InstantHost = new InstantHost(({ image }) => {
    host.calls.length = 0;
    return { seen: image, total: 1 };
  });
  const pipelines = new Pipelines({ store, queue, events: new Events(store), host, ...dirs });
  pipelines.work();
  const [began, cpu] = [performance.now(), process.cpuUsage()];
  let run = await pipelines.start(SOURCE, join(folder, 'nothing.yaml'));
  const heap_mb: number[] = [];
  while (!ENDED.includes(run.status)) {
    await new Promise((next) => setTimeout(next, 100));
    run = await pipelines.get(run.id);
    while (run.counts.succeeded >= ((heap_mb.length + 1) * items) / SAMPLES) heap_mb.push(heapMb());
  }
  const { user, system } = process.cpuUsage(cpu);
  if (run.counts.succeeded !== items) throw new Error(`the run ended as ${run.status}: ${run.error}`);
  const rss_mb = process.memoryUsage().rss / 1e6;
  const found: EngineRun = { wall_ms: performance.now() - began, cpu_ms: (user + system) / 1_000, heap_mb, rss_mb };
  process.stdout.write(`${JSON.stringify(found)}\n`);
  await pipelines.close();
  await queue.close();
  await store.close();
}

main(Number(process.argv[2]), process.argv[3]!).catch((error: unknown) => {
  console.error(error);
  process.exitCode = 1;
});
