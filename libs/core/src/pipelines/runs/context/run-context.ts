import type { Dispatcher } from 'undici';
import {
  type AllowedPaths,
  type Clock,
  type Secrets,
  type Semaphore,
  type Share,
  threadTurns,
  PerceptError,
} from '../../../kernel';
import type { Store } from '../../../durable/database';
import type { BucketAccess, ObjectStorageRules } from '../../../durable/object-storage';
import type { Events } from '../../../durable/events';
import type { PluginHost } from '../../../inference/host';
import type { Plan } from '../../language';
import type { ProjectCollections } from '../../operations';
import { runFolderPath, type OutputPlace, type OutputSettings } from '../../outputs';
import { RowSources } from './row-sources';
import type { Meter } from './metering';
import type { ResultCache } from './result-cache';
import type { RunEntity } from '../entities';
import type { FileAccess } from '../file-access';
import { CallBudget } from './call-times';
import type { RunJobs } from './run-jobs';
import type { RunWatch } from './run-watch';
import { sumResultBytes } from '../entities/item.repository';

/** The database is asked again after this fraction of the limit. Each process may exceed the limit by as much. */
const PART = 0.02;

/** Services that all runs of a process share. */
export interface RunServices {
  store: Store;
  events: Events;
  host: PluginHost;
  meter: Meter;
  clock: Clock;
  dataDir: string;
  cache: ResultCache;
  objects: ObjectStorageRules;
  files: FileAccess;
  /** Gets the secrets of a project that a pipeline names. */
  secretsOf: (projectId: string, names: readonly string[]) => Promise<Secrets>;
  /** The connections of operations to public addresses. */
  outbound: () => Dispatcher;
  outputs?: OutputSettings;
  /** The collections of a project. */
  collections?: (projectId: string) => ProjectCollections;
  /** The limit for all results of a run, in bytes. */
  maxResultBytes: number;
  /** A single slot for all items that may have ended a process: only one of them is in flight at a time, over all runs. */
  suspects: Semaphore;
  /** The slots for items of blocks without `concurrency`. */
  slots: Semaphore;
  jobs: RunJobs;
  /** The run that this process alone executes (the command line). */
  own?: string;
  watch: RunWatch;
}

/** A run in this process, made once for its coordinator and its shards (see `OpenRuns`). */
export class LocalRun {
  readonly id: string;
  /** The folder of the run's own files on this machine. */
  readonly folder: string;
  /** Only this process executes the run (the command line). */
  readonly own: boolean;
  /** The folders that the run may read. */
  readonly paths: AllowedPaths;
  /** The secrets that its pipeline names. */
  readonly secrets: Secrets;
  /** The objects that the run may use. */
  readonly objects: BucketAccess;
  /** The rows that earlier steps gave. */
  readonly rows: RowSources;
  /** The bytes of its results. */
  readonly results: ResultBytes;
  /** The share that its work counts against. */
  readonly share: Share;
  /** Limits how many of its calls are recorded singly. */
  readonly callBudget = new CallBudget();

  private constructor(
    readonly services: RunServices,
    readonly row: RunEntity,
    readonly plan: Plan,
    { paths, secrets, objects }: { paths: AllowedPaths; secrets: Secrets; objects: BucketAccess },
  ) {
    this.paths = paths;
    this.objects = objects;
    this.secrets = secrets;
    this.id = row.id;
    this.folder = runFolderPath(services.dataDir, row.id);
    this.own = services.own === row.id;
    this.results = new ResultBytes(services.store, row.id, services.maxResultBytes);
    this.share = { project: row.project_id, key: row.id };
    this.rows = new RowSources(
      services.store,
      { id: row.id, folder: this.folder, turn: () => this.turn() },
      services.objects.storage,
    );
  }

  /** The number of the attempt: 1 is the first, and each retry adds one. */
  get attempt(): number {
    return (this.row.earlier_attempts?.at(-1)?.number ?? 0) + 1;
  }

  /** Call it between two pieces of work in this thread. If the result is defined, wait for it: others have their turn first. */
  turn(): Promise<void> | undefined {
    return threadTurns.pass(this.share);
  }

  static async open(services: RunServices, row: RunEntity, plan: Plan): Promise<LocalRun> {
    const paths = await services.files.pathsOf(row);
    const objects = await services.files.objects(row.project_id, paths);
    const secrets = await services.secretsOf(row.project_id, plan.secrets);
    return new LocalRun(services, row, plan, { paths, secrets, objects });
  }

  /** The folder in object storage where every process finds the run's own files; undefined: they are in `folder`. */
  get sharedFolder(): string | undefined {
    return this.row.base === null ? this.services.objects.runFolder(this.id) : undefined;
  }

  get outputPlace(): OutputPlace {
    const ownFolder = this.services.files.ownFolder(this.row.project_id);
    return { base: this.row.base, runFolder: this.sharedFolder ?? this.folder, ownFolder, objects: this.objects };
  }
}

/** The bytes of one run's results in the database and in files, over all processes. */
class ResultBytes {
  /** The total when the database was last asked; Infinity once a result had no room: even smaller ones are refused from then on. */
  private known = 0;
  /** Bytes taken here since then, and those of them that are not written yet. */
  private since = 0;
  private unwritten = 0;

  constructor(
    private readonly store: Store,
    private readonly runId: string,
    readonly limit: number,
  ) {}

  /** @throws PerceptError PAYLOAD_TOO_LARGE if the run has no room for that many bytes of results. */
  take(bytes: number): void {
    if (this.known + this.since + bytes > this.limit) {
      this.known = Infinity;
      throw tooMuch(this.limit);
    }
    this.since += bytes;
    this.unwritten += bytes;
  }

  /** Reports that this many of the taken bytes are now in the database. */
  async written(bytes: number): Promise<void> {
    this.unwritten -= bytes;
    if (this.since > this.limit * PART) await this.ask();
  }

  async ask(): Promise<void> {
    const known = await sumResultBytes(this.store.reader, this.runId);
    if (this.known < Infinity) this.known = known;
    this.since = this.unwritten;
  }
}

function tooMuch(limit: number): PerceptError {
  const reason =
    `the results of this run would take more than ${Math.round(limit / 1024 / 1024)} MB (run_results_mb of PERCEPT_PROJECT_LIMITS): ` +
    "keep less of them with 'collect', ask for less with 'max_bytes', or run fewer items at a time";
  return new PerceptError('PAYLOAD_TOO_LARGE', `The item cannot be kept: ${reason}.`, { details: { field: 'results', reason } });
}
