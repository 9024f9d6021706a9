import { setMaxListeners } from 'node:events';
import { AllowedPaths, type Clock, type Secrets, type Semaphore } from '../../../kernel';
import type { Store } from '../../../durable/database';
import type { BucketAccess, ObjectStorageRules } from '../../../durable/object-storage';
import type { Events } from '../../../durable/events';
import type { CallInput, CallResult, PluginHost } from '../../../inference/host';
import type { CallStep, Plan } from '../../language';
import { runFolderPath, type OutputPlace } from '../../outputs';
import { RowSources } from '../rows/row-sources';
import type { Meter } from '../calls/metering';
import type { ResultCache } from '../calls/result-cache';
import type { RunEntity } from '../entities';
import type { RunJobs } from '../lifecycle/run-jobs';
import type { RunWatch } from './run-watch';

/** What all runs of a process share. */
export interface RunServices {
  store: Store;
  events: Events;
  host: PluginHost;
  meter: Meter;
  clock: Clock;
  dataDir: string;
  cache: ResultCache;
  objects: ObjectStorageRules;
  secrets: Secrets;
  /** One slot for the items of all runs that may have ended a process: only one of them is in flight at a time. */
  suspects: Semaphore;
  /** The slots for items of blocks without a `concurrency` of their own. */
  slots: Semaphore;
  jobs: RunJobs;
  /** The run that this process alone executes (the command line). */
  own?: string;
  watch: RunWatch;
}

/** A run that this process has claimed. */
export interface ClaimedRun {
  row: RunEntity;
  plan: Plan;
  /** Only a process that works for this very run executes it. */
  own: boolean;
  /** Shared with other shards of the run; its own when absent. */
  rows?: RowSources;
}

/** One run while this process works on it: made once and handed down as it is. */
export class RunContext {
  readonly id: string;
  readonly run: RunEntity;
  readonly plan: Plan;
  readonly own: boolean;
  /** The objects that the run may use. */
  readonly objects: BucketAccess;
  /** The rows that earlier steps gave. */
  readonly rows: RowSources;
  /** Aborts when the run is stopped; its reason is what the execution throws. */
  readonly signal: AbortSignal;
  /** Rejects with the reason when the run is stopped. */
  readonly stopped: Promise<never>;
  private readonly abort = new AbortController();

  protected constructor(
    readonly services: RunServices,
    /** The folders that the run may read. */
    readonly paths: AllowedPaths,
    { row, plan, own, rows }: ClaimedRun,
  ) {
    this.id = row.id;
    this.run = row;
    this.plan = plan;
    this.own = own;
    this.objects = services.objects.for(paths);
    this.rows = rows ?? rowsOf(services, row.id);
    this.signal = this.abort.signal;
    // Every call in flight listens, and so does every item that waits for its next attempt.
    setMaxListeners(0, this.signal);
    this.stopped = new Promise((_resolve, reject) => {
      this.signal.addEventListener('abort', () => reject(this.signal.reason as Error));
    });
    this.stopped.catch(() => undefined);
  }

  static async open(services: RunServices, claimed: ClaimedRun): Promise<RunContext> {
    return new RunContext(services, await pathsOf(claimed.row), claimed);
  }

  /** Where the run's own files are kept for every process: in object storage; undefined: in `folder`. */
  get sharedFolder(): string | undefined {
    return this.run.base === null ? this.services.objects.runFolder(this.run.id) : undefined;
  }

  get outputPlace(): OutputPlace {
    return { base: this.run.base, runFolder: this.sharedFolder ?? this.folder, objects: this.objects };
  }

  /** The folder of the run's own files on this machine. */
  get folder(): string {
    return runFolderPath(this.services.dataDir, this.run.id);
  }

  /** Starts no further items. The first reason counts. */
  stop(reason: Error): void {
    this.abort.abort(reason);
  }

  /** Calls a capability and counts the call against the project that started the run. */
  call({ uses, timeoutMs }: CallStep, input: CallInput): Promise<CallResult> {
    const { host, meter } = this.services;
    const { project_id: projectId, key_id: keyId } = this.run;
    const { signal } = this;
    return meter({ payer: { projectId, keyId }, capability: uses, signal }, () =>
      host.call(uses, input, { patient: true, timeoutMs, signal }),
    );
  }
}

/** The rows of a run's ended steps, for one borrower or several. */
export function rowsOf({ store, dataDir, objects }: RunServices, id: string): RowSources {
  return new RowSources(store, { id, folder: runFolderPath(dataDir, id) }, objects.storage);
}

/** The folders that a run may read. */
export function pathsOf({ base, roots }: Pick<RunEntity, 'base' | 'roots'>): Promise<AllowedPaths> {
  return AllowedPaths.of({ base: base ?? '.', roots: roots ?? undefined });
}
