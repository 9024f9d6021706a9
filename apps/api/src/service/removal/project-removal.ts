import { systemClock, type Clock, type Store } from '@percept/core';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ProjectEntity } from '../../access/auth/projects/project.entity';
import { deleteProjectRow, erasedProjects, projectsToErase, updateProject } from '../../access/auth/projects/project.repository';
import { removeProjectData, type ProjectFiles } from './project-data';

interface ProjectRemovalOptions {
  store: Store;
  files: ProjectFiles;
  log: { info(fields: object, message: string): void; error(fields: object, message: string): void };
  clock?: Clock;
  /** How many rows one step reads and removes at most. */
  batch?: number;
  /** How often it looks for projects that were deleted, in ms. */
  everyMs?: number;
  /** Pause after each step, as a multiple of the step's time: 3 leaves others three quarters of the database. */
  pauseFactor?: number;
  /**
   * The minimum time from the deletion until the data counts as gone, in ms. Usage and the request log are written a second after
   * their calls.
   */
  settleMs?: number;
}

const DEFAULTS = { clock: systemClock, batch: 500, everyMs: 2_000, pauseFactor: 3, settleMs: 5_000 };
/** By then all calls from before the deletion have ended. What they wrote late is removed too. */
const LATE_MS = 24 * 3_600_000;

/** Removes the data of deleted projects in small steps with pauses. If the process is killed, the next one continues. */
export class ProjectRemoval {
  private readonly options: ProjectRemovalOptions & typeof DEFAULTS;
  private readonly closing = new AbortController();
  private running: Promise<void> | undefined;

  constructor(options: ProjectRemovalOptions) {
    this.options = { ...DEFAULTS, ...options };
  }

  start(): void {
    this.running ??= this.run();
  }

  async close(): Promise<void> {
    this.closing.abort();
    await this.running;
  }

  /** Removes everything that is due. @returns the number of rows by project id. */
  async work(): Promise<Map<string, number>> {
    const { store, clock } = this.options;
    const removed = new Map<string, number>();
    for (const project of await projectsToErase(store.reader)) {
      if (this.closing.signal.aborted) break;
      removed.set(project.id, await this.erase(project));
    }
    for (const { id } of await erasedProjects(store.reader, clock.now() - LATE_MS)) {
      await this.pass(id);
      if (this.closing.signal.aborted) break;
      await store.transaction(({ manager }) => deleteProjectRow(manager, id));
    }
    return removed;
  }

  /** Repeats until a pass finds nothing and the calls before the deletion have been counted. */
  private async erase({ id, deleted_at }: ProjectEntity): Promise<number> {
    const { store, clock, log, everyMs, settleMs } = this.options;
    let all = 0;
    for (;;) {
      // Measured before the pass, because the pass finds only what was written until then.
      const wait = deleted_at! + settleMs - clock.now();
      const removed = await this.pass(id);
      all += removed;
      if (this.closing.signal.aborted) return all;
      if (removed === 0 && wait <= 0) break;
      if (removed === 0) await this.pause(Math.min(wait, everyMs));
    }
    // The name is erased too, because it may be personal.
    await store.transaction(({ manager }) => updateProject(manager, id, { name: id, erased_at: clock.now() }));
    log.info({ project: id, removed: all }, 'The data of a deleted project is gone.');
    return all;
  }

  private async pass(projectId: string): Promise<number> {
    const { store, files, batch, pauseFactor } = this.options;
    let removed = 0;
    let began = performance.now();
    for await (const count of removeProjectData(store, files, { projectId, batch })) {
      removed += count;
      if (this.closing.signal.aborted) break;
      await this.pause(pauseFactor * (performance.now() - began));
      began = performance.now();
    }
    return removed;
  }

  private async run(): Promise<void> {
    while (!this.closing.signal.aborted) {
      const problem = 'The data of a deleted project could not be removed; it is tried again.';
      await this.work().catch((error: unknown) => this.options.log.error({ err: error }, problem));
      await this.pause(this.options.everyMs, { ref: false });
    }
  }

  /** Ends early if the process stops. */
  private async pause(ms: number, options: { ref?: boolean } = {}): Promise<void> {
    await sleep(ms, undefined, { ...options, signal: this.closing.signal }).catch(() => undefined);
  }
}
