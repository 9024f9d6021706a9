import { setTimeout as sleep } from 'node:timers/promises';
import type { Dispatcher } from 'undici';
import { DEFAULT_PROJECT, PerceptError, Secrets, Semaphore, systemClock, threadTurns, toShare } from '../../kernel';
import type { Clock, Config, StoredSecret } from '../../kernel';
import { safeAgent } from '../../kernel/net';
import type { Store, Transaction } from '../../durable/database';
import { ObjectStorageRules } from '../../durable/object-storage';
import type { Events } from '../../durable/events';
import type { Job, Queue, QueueWorker } from '../../durable/queue';
import type { PluginHost } from '../../inference/host';
import { toCatalogue, type Plan } from '../language';
import type { ProjectCollections } from '../operations';
import type { OutputSettings } from '../outputs';
import { PipelineRegistry } from '../registry';
import { openArtifact, type Artifact } from './artifact';
import { locateMedia, mediaOfItem, type ItemMedia } from './item-files';
import type { Meter } from './context/metering';
import { FileAccess } from './file-access';
import { ResultCache } from './context/result-cache';
import {
  ENDED,
  type Page,
  type RetriedBy,
  type RunDetailResponse,
  type RunEntity,
  type RunItemQuery,
  type RunItemResponse,
  type RunQuery,
  type RunResponse,
} from './entities';
import type { RunServices } from './context/run-context';
import { RunWatch } from './context/run-watch';
import { OpenRuns } from './execution/open-runs';
import { RunWorker } from './execution/run-worker';
import { deleteRun } from './lifecycle/delete-run';
import { endRun } from './execution/end-run';
import { newRun } from './lifecycle/new-run';
import { correctItem, type ItemCorrection } from './lifecycle/correct-item';
import { reopenRun } from './lifecycle/reopen-run';
import { RUN_QUEUES, RunJobs, SHARD_QUEUES } from './context/run-jobs';
import { findShard, lockRun } from './entities/shard.repository';
import { ShardWorker } from './execution/shard-worker';
import type { RunTimelineResponse } from './timeline/timeline-response';
import { RunQueries } from './run-queries';
import { findRun, insertRun, updateRun } from './run.repository';
import type { StartOptions } from './start-options';

export interface PipelinesOptions {
  store: Store;
  queue: Queue;
  events: Events;
  host: PluginHost;
  /** Runs over HTTP write below `<dataDir>/runs/<run id>/`. */
  dataDir: string;
  /** Folder of the pipelines that are served. */
  pipelinesDir: string;
  clock?: Clock;
  /** The object storage that pipelines may use; runs over HTTP have none when absent. */
  objects?: ObjectStorageRules;
  /** Which folders and objects each project may use; every object of `objects` when absent. */
  files?: FileAccess;
  /** Counts the calls of runs; nothing is counted when absent. */
  meter?: Meter;
  /** What `${{ secrets.NAME }}` may name; none when absent. */
  secrets?: Secrets;
  /** Gets the secrets of these names that a project keeps; none when absent. */
  storedSecrets?: (store: Store, projectId: string, names: readonly string[]) => Promise<readonly StoredSecret[]>;
  /** The collections of a project; pipelines have none when absent. */
  collections?: (store: Store, projectId: string) => ProjectCollections;
  /** Bytes that the results of one run may take, in the database and in files; 500 MB when absent. */
  maxResultBytes?: number;
  /** How outputs are written; formulas are escaped when absent. */
  outputs?: OutputSettings;
  /** Identifies the installed models: the cache does not return results of other models. */
  modelsDigest?: (projectId: string) => string;
  /** How many runs of one queue a process coordinates at a time, without those that wait for their shards. */
  runsAtOnce?: number;
  /** How many runs of one API key execute at a time, over all processes; any number when absent. */
  runsPerKey?: number;
  /** How many pipelines, and triggers of them, a project may have. */
  limits?: Pick<Config['projectLimits'], 'pipelines' | 'triggers'>;
  /** The connections of operations such as `http.request`; only to public addresses when absent. */
  outbound?: () => Dispatcher;
  /** How long `close` waits for the calls in flight. */
  drainMs?: number;
}

/** A cancelled run has usually ended after this time, when the caller looks at it. */
const CANCEL_WAIT_MS = 1_000;
const CANCEL_POLL_MS = 20;
/** With two more slots than workers, no worker waits for the database or for this thread. */
const SPARE_SLOTS = 2;
/** Runs of one queue that a process coordinates at a time. */
const RUNS_AT_ONCE = 8;
/**
 * Runs and shards of one project that a process always accepts. More are accepted only while slots stay free for other projects.
 */
const SHARE_OF_PROJECT = 2;
/** Shards of one queue that a process works on at a time, so that a short run begins beside long ones. */
const SHARDS_AT_ONCE = 16;
/** Shards of one run at a time: while one ends, another keeps the workers busy. Other processes do the rest. */
const SHARDS_OF_RUN = 2;
/** Our own errors in sequence after which a run is given up. */
const MAX_THROWS = 5;
/** The size of all results of a run. */
const MAX_RESULT_BYTES = 500 * 1024 * 1024;
const UNMETERED: Meter = ({ signal }, work) => work({ signal });

/** The pipeline core: starts runs, executes them in this process, and answers questions about them. */
export class Pipelines {
  /** The states in which a run is over. */
  static readonly ENDED = ENDED;
  readonly registry: PipelineRegistry;
  /** Which folders and objects each project may use. */
  readonly files: FileAccess;
  private readonly clock: Clock;
  private readonly objects: ObjectStorageRules;
  private readonly queries: RunQueries;
  private readonly worker: RunWorker;
  private readonly shards: ShardWorker;
  private readonly services: RunServices;
  private readonly jobs: RunJobs;
  private readonly open: OpenRuns;
  private readonly queueWorkers: QueueWorker[] = [];
  private agent: Dispatcher | undefined;

  constructor(private readonly options: PipelinesOptions) {
    const { store, queue, events, host, dataDir, pipelinesDir, runsPerKey, outputs } = options;
    const {
      meter = UNMETERED,
      clock = systemClock,
      secrets = new Secrets(),
      objects = new ObjectStorageRules(),
      files = new FileAccess({ dataDir, objects }),
      modelsDigest = () => '',
      drainMs = 10_000,
      outbound = () => (this.agent ??= safeAgent()),
    } = options;
    const catalogue = toCatalogue(host.capabilities);
    const cache = new ResultCache({ store, clock, host, modelsDigest });
    this.clock = clock;
    this.objects = objects;
    this.files = files;
    this.registry = new PipelineRegistry({ store, clock, pipelinesDir, catalogue, limits: options.limits });
    this.jobs = new RunJobs({ queue, catalogue, runsPerKey });
    const places = host.stats().workers + SPARE_SLOTS;
    // As many places again for projects that have none, because an item of another project may take minutes.
    const slots = new Semaphore(places, places);
    const { maxResultBytes = MAX_RESULT_BYTES } = options;
    const shared = { maxResultBytes, files, suspects: new Semaphore(1), slots, watch: new RunWatch(store), jobs: this.jobs };
    const { storedSecrets = async () => [] } = options;
    const secretsOf = async (projectId: string, names: readonly string[]): Promise<Secrets> =>
      names.length === 0 ? secrets : secrets.with(await storedSecrets(store, projectId, names));
    const { collections: open } = options;
    const collections = open && ((projectId: string) => open(store, projectId));
    const own = { secretsOf, outputs, outbound, collections };
    this.services = { store, events, host, meter, clock, dataDir, cache, objects, ...own, ...shared };
    this.open = new OpenRuns(this.services, this.registry.texts);
    this.queries = new RunQueries(store, clock, this.open);
    this.worker = new RunWorker(this.services, this.open);
    this.shards = new ShardWorker(this.services, this.open, drainMs);
  }

  /** The value of a secret for a project's pipelines; undefined if it is not set. */
  async secret(name: string, projectId: string): Promise<string | undefined> {
    return (await this.services.secretsOf(projectId, [name])).get(name, projectId);
  }

  /** Starts a run. @throws INVALID_REQUEST with the first mistake, or the invalid input. */
  async start(source: string, file: string, options: StartOptions = {}): Promise<RunDetailResponse> {
    const { store, events, dataDir } = this.options;
    const { projectId = DEFAULT_PROJECT, keyId = null } = options.payer ?? {};
    await threadTurns.pass(toShare({ projectId, keyId }));
    const plan = this.registry.parse(source, file);
    const secrets = await this.services.secretsOf(projectId, plan.secrets);
    const { clock, objects, files } = this;
    const row = await newRun({ plan, source, file, options }, { clock, dataDir, secrets, objects, files });
    const interrupted = options.own && !options.fresh ? await this.queries.interrupted(row) : undefined;
    if (interrupted) return this.get(interrupted.id);
    await store.transaction(async (tx) => {
      await insertRun(tx.manager, row);
      await options.alongside?.(tx, row.id);
      await this.jobs.add(tx, row, plan, options.own);
      const { id: run_id, pipeline, revision, inputs } = row;
      await events.emit(tx, row.project_id, 'batch.started', { run_id, pipeline, revision, inputs });
    });
    return this.get(row.id);
  }

  /** @param projectId if given, the run must belong to that project. @throws NOT_FOUND. */
  get(runId: string, projectId?: string): Promise<RunDetailResponse> {
    return this.queries.run(runId, projectId);
  }

  /** Runs, newest first. */
  runs(query: RunQuery = {}): Promise<Page<RunResponse>> {
    return this.queries.runs(query);
  }

  /** Items of a run with their results, in their order. @throws NOT_FOUND. */
  items(runId: string, query: RunItemQuery = {}): Promise<Page<RunItemResponse>> {
    return this.queries.items(runId, query);
  }

  /** When and where the calls of a run waited and worked. @throws NOT_FOUND. */
  timeline(runId: string): Promise<RunTimelineResponse> {
    return this.queries.timeline(runId);
  }

  /** @throws NOT_FOUND, CONFLICT if the run has ended. */
  async cancel(runId: string): Promise<RunDetailResponse> {
    const { store, events } = this.options;
    await store.transaction(async (tx) => {
      await lockRun(tx, runId);
      const row = await findRun(tx.manager, runId);
      if (!row) throw PerceptError.notFound(`The run '${runId}'`);
      if (ENDED.includes(row.status)) throw new PerceptError('CONFLICT', `The run '${runId}' has ended already: ${row.status}.`);
      await updateRun(tx.manager, runId, { cancel_requested_at: this.clock.now() });
      if (row.status === 'running') return;
      await this.jobs.cancel(tx, runId);
      await endRun(tx, row, { status: 'cancelled' }, { events, clock: this.clock, jobs: this.jobs });
    });
    this.worker.cancel(runId);
    this.shards.cancel(runId);
    return this.waitForEnd(runId);
  }

  /** Removes an ended run with its items and files. @throws NOT_FOUND; CONFLICT if it has not ended. */
  async delete(runId: string): Promise<void> {
    const { store, dataDir } = this.options;
    await deleteRun(store, { dataDir, objects: this.objects }, await this.get(runId));
  }

  /**
   * Runs the failed items of an ended run again, and the steps after them. The run records who asked for that. `own`: in this
   * process, as with `start`.
   * @throws NOT_FOUND; CONFLICT if it has not ended, if nothing failed, or if the command line started it and `own` is not set.
   */
  async retry(runId: string, by: RetriedBy, { own = false }: { own?: boolean } = {}): Promise<RunDetailResponse> {
    const retry = { now: this.clock.now(), by };
    return this.reopen(runId, { own, verb: 'retry' }, (tx, row, plan) => reopenRun(tx, row, plan, retry));
  }

  /**
   * Corrects results of an item of an ended run. Everything that depends on them is made again: the row, later steps, the outputs.
   * @throws NOT_FOUND; INVALID_REQUEST; CONFLICT if the run or the item has not ended well, or if the command line started it.
   */
  async correct(runId: string, by: RetriedBy, correction: Omit<ItemCorrection, 'about'>): Promise<RunDetailResponse> {
    const now = this.clock.now();
    const about = { at: new Date(now).toISOString(), by: by.name };
    return this.reopen(runId, { own: false, verb: 'run' }, async (tx, row, plan) => {
      await correctItem(tx, row, plan, { ...correction, about });
      await reopenRun(tx, row, plan, { now, by, keepsFailed: true });
    });
  }

  private async reopen(
    runId: string,
    { own, verb }: { own: boolean; verb: string },
    open: (tx: Transaction, row: RunEntity, plan: Plan) => Promise<void>,
  ): Promise<RunDetailResponse> {
    const { store, events } = this.options;
    await store.transaction(async (tx) => {
      await lockRun(tx, runId);
      const row = await findRun(tx.manager, runId);
      if (!row) throw PerceptError.notFound(`The run '${runId}'`);
      if (row.base !== null && !own) {
        throw new PerceptError(
          'CONFLICT',
          `The command line started this run: percept pipeline ${verb} ${verb === 'run' ? row.file : runId}`,
        );
      }
      const plan = this.registry.parse(row.source, row.file);
      await open(tx, row, plan);
      await this.jobs.add(tx, row, plan, own);
      const { pipeline, revision, inputs } = row;
      await events.emit(tx, row.project_id, 'batch.started', { run_id: runId, pipeline, revision, inputs, retry: true });
    });
    return this.get(runId);
  }

  /** An output of an ended run over HTTP, by its name or the last part of its path. @throws NOT_FOUND. */
  async artifact(runId: string, name: string): Promise<Artifact> {
    const { dataDir, store } = this.options;
    const [run, row] = [await this.get(runId), await findRun(store.reader, runId)];
    const ownFolder = this.files.ownFolder(row!.project_id);
    return openArtifact(run, name, { dataDir, objects: this.objects, ownFolder });
  }

  /** The image or video that the steps of an item use, if its project may still read it. @throws NOT_FOUND, FORBIDDEN. */
  async itemMedia(runId: string, at: { step?: string; key: string }): Promise<ItemMedia> {
    const { run, plan, item } = await this.queries.item(runId, at);
    const value = plan && mediaOfItem(run, plan, item);
    if (value === undefined) throw new PerceptError('NOT_FOUND', 'The steps of this item look at no image or video.');
    return locateMedia(run, value, this.files);
  }

  /** Starts executing runs in this process: those without an owner, and the run with the id `own`. */
  work({ own: owner }: { own?: string } = {}): void {
    const { queue, runsAtOnce = RUNS_AT_ONCE } = this.options;
    this.services.own = owner;
    // A run is resumed no matter how often its process dies: it limits the crashes of each item itself.
    const resumed = { crashLimit: Infinity, crashDelayMs: 2, throwLimit: MAX_THROWS };
    const options = { concurrency: runsAtOnce, owner, ...resumed, groupConcurrency: Infinity, keyShare: SHARE_OF_PROJECT };
    for (const name of RUN_QUEUES) {
      const settings = { queue: name, ...options, onParked: (tx: Transaction, { ref }: Job) => this.endParked(tx, ref) };
      this.queueWorkers.push(queue.work(settings, (job, lease) => this.worker.work(job, lease)));
    }
    for (const name of SHARD_QUEUES) {
      const onParked = async (tx: Transaction, { ref }: Job): Promise<void> => {
        const shard = await findShard(tx.manager, ref);
        if (shard) await this.endParked(tx, shard.run_id);
      };
      const settings = {
        ...options,
        queue: name,
        concurrency: SHARDS_AT_ONCE,
        groupShare: SHARDS_OF_RUN,
        onParked,
      };
      this.queueWorkers.push(queue.work(settings, (job, lease) => this.shards.work(job, lease)));
    }
  }

  /** Ends the run because nobody works on a part of it any more: otherwise it would wait for ever. */
  private async endParked(tx: Transaction, runId: string): Promise<void> {
    const { events } = this.options;
    await lockRun(tx, runId);
    const row = await findRun(tx.manager, runId);
    const error = `Percept cannot work on this run: it failed ${MAX_THROWS} times in the service itself. The log says why.`;
    if (row) await endRun(tx, row, { status: 'failed', error }, { events, clock: this.clock, jobs: this.jobs });
  }

  async close(): Promise<void> {
    await Promise.all(this.queueWorkers.splice(0).map((worker) => worker.close()));
  }

  private async waitForEnd(runId: string): Promise<RunDetailResponse> {
    for (const until = Date.now() + CANCEL_WAIT_MS; ; await sleep(CANCEL_POLL_MS)) {
      const view = await this.get(runId);
      if (ENDED.includes(view.status) || Date.now() > until) return view;
    }
  }
}
