import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Meter } from '../../libs/core/src/pipelines/runs/context/metering';
import { pipelineTables, Pipelines, type PipelinesOptions, type StartOptions } from '../../libs/core/src/pipelines/runs';
import type { Clock } from '../../libs/core/src/kernel';
import { Queue, queueTables } from '../../libs/core/src/durable/queue';
import { ENDED, type RunDetailResponse, type RunResponse } from '../../libs/core/src/pipelines/runs/entities';
import { eventTables, Events, type EventType, type PerceptEvent } from '../../libs/core/src/durable/events';
import { openStore, type Store } from '../../libs/core/src/durable/database';
import { scheduleTables } from '../../libs/core/src/triggers';
import { InstantHost, type Answer } from './children/instant-host';
import './own-kinds';
import { waitFor } from './wait-for';

const PAGE = 10_000;
const TABLES = [queueTables, eventTables, pipelineTables, scheduleTables];

export const PIPELINE = `version: 1
name: echo
inputs:
  folder: { type: string, default: photos }
steps:
  - id: photos
    for_each:
      files: \${{ inputs.folder }}/**/*.{jpg,png}
      as: photo
    steps:
      - id: echo
        uses: test.echo
        with: { image: "\${{ photo.path }}", add: 1 }
    collect:
      name: \${{ photo.name }}
      size: \${{ photo.size }}
      day: \${{ photo.modified.substring(0, 4) }}
      total: \${{ echo.total + 1 }}
outputs:
  - jsonl: out/\${{ run.id }}.jsonl
    rows: \${{ photos.rows }}
`;
export const withEach = (lines: string) => PIPELINE.replace('      as: photo\n', `      as: photo\n      ${lines}\n`);
export const withStep = (lines: string) => PIPELINE.replace('add: 1 }\n', `add: 1 }\n        ${lines}\n`);

/** A folder with images and a service on it, made before each test and taken down after it. */
export class RunHarness {
  folder: string;
  /** PostgreSQL instead of a file in the folder. */
  url: string | undefined;
  /** The machine's, and the database's, when undefined. */
  clock: Clock | undefined;
  store: Store;
  queue: Queue;
  events: Events;
  host: InstantHost;
  pipelines: Pipelines;

  constructor() {
    beforeEach(() => {
      this.folder = mkdtempSync(join(tmpdir(), 'percept-runs-'));
      this.photos(0);
    });
    afterEach(async () => {
      await this.close().catch(() => undefined);
      rmSync(this.folder, { recursive: true });
    });
  }

  /** A process's worth of service; one that is not `working` only starts runs. */
  async open(answer?: Answer, { working = true, meter }: { working?: boolean; meter?: Meter } = {}): Promise<void> {
    const [entities, migrations] = [TABLES.flatMap((each) => each.entities), TABLES.flatMap((each) => each.migrations)];
    this.store = await openStore({ file: join(this.folder, 'percept.db'), url: this.url, entities, migrations });
    this.queue = new Queue({ store: this.store, clock: this.clock, pollIntervalMs: 20, crashDelayMs: 1 });
    this.events = new Events(this.store);
    this.host = new InstantHost(answer);
    this.pipelines = this.service({ meter });
    if (working) this.pipelines.work();
  }

  service(lent: Partial<PipelinesOptions> = {}): Pipelines {
    const { store, queue, events, host, clock } = this;
    const [dataDir, pipelinesDir] = [join(this.folder, 'data'), join(this.folder, 'pipelines')];
    return new Pipelines({ store, queue, events, host, clock, dataDir, pipelinesDir, drainMs: 200, ...lent });
  }

  async close(): Promise<void> {
    await this.pipelines.close();
    await this.queue.close();
    await this.store.close();
  }

  photos(count: number, sub = 'photos'): void {
    mkdirSync(join(this.folder, sub), { recursive: true });
    for (let index = 0; index < count; index++) {
      writeFileSync(join(this.folder, sub, `p${String(index).padStart(4, '0')}.jpg`), 'x');
    }
  }

  start(source = PIPELINE, options?: StartOptions): Promise<RunDetailResponse> {
    return this.pipelines.start(source, join(this.folder, 'echo.yaml'), options);
  }

  async until(run: { id: string }, holds = (view: RunDetailResponse) => ENDED.includes(view.status)): Promise<RunDetailResponse> {
    return waitFor(
      async () => {
        const view = await this.pipelines.get(run.id);
        return holds(view) && view;
      },
      { interval: 5, timeout: Infinity },
    );
  }

  async run(source?: string, options?: StartOptions): Promise<RunDetailResponse> {
    return this.until(await this.start(source, options));
  }

  /** The data of all events of a type. */
  async eventsOf(type: EventType): Promise<Record<string, unknown>[]> {
    const found: PerceptEvent[] = [];
    for (let after: string | undefined; ; after = found.at(-1)!.id) {
      const page = await this.events.list({ types: [type], limit: PAGE, after });
      found.push(...page);
      if (page.length < PAGE) return found.map(({ data }) => data);
    }
  }
}

/** The rows of the run's output. */
export function rowsOf(view: RunResponse): Record<string, unknown>[] {
  const lines = readFileSync(view.outputs[0]!.path, 'utf8').split('\n').filter(Boolean);
  return lines.map((line) => JSON.parse(line) as Record<string, unknown>);
}
