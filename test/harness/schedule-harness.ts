import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ObjectStorageRules } from '../../libs/core/src/durable/object-storage';
import { FileAccess } from '../../libs/core/src/pipelines/runs';
import type { RunResponse } from '../../libs/core/src/pipelines/runs/entities';
import {
  Schedules,
  ScheduleViews,
  type ScheduleResponse,
  type SchedulesOptions,
  type TickResponse,
} from '../../libs/core/src/triggers';
import { PIPELINE, RunHarness } from './run-harness';

export const HOUR = 3_600_000;
export const MINUTE = 60_000;

/** Schedules over a folder of pipelines, with a clock that only the test moves. */
export class ScheduleHarness extends RunHarness {
  now: number;
  private readonly opened: Schedules[] = [];

  constructor() {
    super();
    beforeEach(() => {
      this.now = Date.parse('2026-06-01T12:00:30Z');
    });
  }

  override async close(): Promise<void> {
    for (const schedules of this.opened.splice(0)) await schedules.close();
    await super.close();
  }

  /** The served pipeline `echo` with these triggers. */
  triggers(lines: string, source = PIPELINE): void {
    const folder = join(this.folder, 'pipelines');
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, 'echo.yaml'), source.replace('inputs:', `triggers:\n${lines}\ninputs:`));
  }

  unserve(): void {
    rmSync(join(this.folder, 'pipelines', 'echo.yaml'));
  }

  /** A process's worth of schedules. */
  scheduler(objects?: ObjectStorageRules, more: Partial<SchedulesOptions> = {}): Schedules {
    const { store, pipelines } = this;
    const log = { error: (fields: object, message: string) => console.error(message, fields) };
    const now = async () => this.now;
    const schedules = new Schedules({
      store,
      pipelines,
      files: new FileAccess({ dataDir: join(this.folder, 'data'), roots: [this.folder], objects }),
      log,
      now,
      syncMs: 0,
      pollMs: 20,
      ...more,
    });
    this.opened.push(schedules);
    return schedules;
  }

  get views(): ScheduleViews {
    return new ScheduleViews(this.store, async () => this.now);
  }

  /** Oldest first. */
  async ticks(): Promise<TickResponse[]> {
    return (await this.views.ticks('echo', 1_000)).reverse();
  }

  async states(): Promise<string[]> {
    return (await this.ticks()).map(({ at, state }) => `${at.slice(11, 16)} ${state}`);
  }

  async schedule(): Promise<ScheduleResponse> {
    return (await this.views.list({ pipeline: 'echo' }))[0]!;
  }

  /** The newest first. */
  async runs(): Promise<RunResponse[]> {
    return (await this.pipelines.runs({ limit: 500 })).rows;
  }

  async endAll(): Promise<void> {
    for (const run of await this.runs()) await this.until(run);
  }
}
