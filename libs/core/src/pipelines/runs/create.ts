import { ENDED, type RunItemQuery, type RunQuery, type RunView } from './entities/run-views';
import type { Diagnostic } from '../language/syntax';
import type { ScheduledPipeline } from '../language';
import { basename, sep } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Events } from '../../durable/events';
import { suggest, PerceptError, Secrets, systemClock, type Clock } from '../../kernel';
import type { PluginHost } from '../../inference/host';
import type { QueueWorker, Queue } from '../../durable/queue';
import type { Store } from '../../durable/database';
import { toCatalogue, type Catalogue } from '../language';
import { editorSchema } from '../language/editor';
import { endRun } from './ending';
import { throwDiagnostics } from '../language/syntax';
import { PipelineFolder, PipelineParser } from '../registry';
import type { Meter } from './calls/metered-host';
import { parsePipeline } from '../language';
import type { Plan } from '../language';
import { Pipelines, type StartOptions } from './pipelines';
import { ResultCache } from './calls/result-cache';
import { RUN_LANES, RunJobs } from './run-jobs';
import { RunWorker } from './run-worker';
import { reopen } from './calls/retrying';
import { RunEntity } from './entities/run.entity';
import { PipelineRegistry } from '../registry';
import { runFolderPath } from '../outputs';
import { Semaphore } from '../../kernel';
import { newRun } from './starting';
import { RunViews } from './run-queries';

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
  /** What `${{ secrets.NAME }}` may name; none when absent. */
  secrets?: Secrets;
  /** Stands for the installed models: a result that others gave is not taken from the cache. */
  modelsDigest?: () => string;
  /** Runs of one lane that a process executes at a time; they share the workers. */
  runsAtOnce?: number;
  /** Runs of one API key at once, over all processes; any number when absent. */
  runsPerKey?: number;
  /** How long `close` waits for the calls that are under way. */
  drainMs?: number;
}

/** A cancelled run has mostly ended when the caller looks. */
const CANCEL_WAIT_MS = 1_000;

/** The pipeline core over a store, a queue and a plugin host. */
export function createPipelines(options: PipelinesOptions): Pipelines {
  return new StoredPipelines(options);
}

class StoredPipelines extends Pipelines {
  private readonly catalogue: Catalogue;
  private readonly shelf: PipelineRegistry;
  private readonly views: RunViews;
  private readonly worker: RunWorker;
  private readonly jobs: RunJobs;
  private readonly clock: Clock;
  private readonly lanes: QueueWorker[] = [];
  private meter: Meter = (_call, work) => work();

  constructor(private readonly options: PipelinesOptions) {
    super();
    const { store, events, host, dataDir, pipelinesDir, clock = systemClock, drainMs = 10_000 } = options;
    const { secrets = new Secrets(), modelsDigest = () => '' } = options;
    const cache = new ResultCache({ store, clock, host, modelsDigest });
    this.clock = clock;
    this.catalogue = toCatalogue(host.capabilities);
    const parser = new PipelineParser(this.catalogue);
    const folder = new PipelineFolder(pipelinesDir, parser);
    this.shelf = new PipelineRegistry({ store, clock, folder, parser, catalogue: this.catalogue });
    this.views = new RunViews(store, clock);
    const meter: Meter = (call, work) => this.meter(call, work);
    const parts = { meter, store, events, host, clock, dataDir, cache, secrets, alone: new Semaphore(1) };
    this.jobs = new RunJobs({ queue: options.queue, catalogue: this.catalogue, runsPerKey: options.runsPerKey });
    this.worker = new RunWorker({ ...parts, catalogue: this.catalogue, drainMs });
  }

  validate(source: string, file: string, name?: string): Diagnostic[] {
    return parsePipeline(source, file, this.catalogue, name).findings;
  }

  list() {
    return this.shelf.list();
  }

  source(name: string) {
    return this.shelf.source(name);
  }

  show(name: string) {
    return this.shelf.show(name);
  }

  save(name: string, source: string) {
    return this.shelf.save(name, source);
  }

  remove(name: string) {
    return this.shelf.remove(name);
  }

  revisions(name: string) {
    return this.shelf.revisions(name);
  }

  editorSchema() {
    return editorSchema(this.catalogue);
  }

  async scheduled(): Promise<ScheduledPipeline[]> {
    return (await this.shelf.all()).flatMap(({ name, source, file, findings, plan }) => {
      return findings.length === 0 && plan && plan.triggers.length > 0 ? { name, source, file, triggers: plan.triggers } : [];
    });
  }

  async start(source: string, file: string, options: StartOptions = {}): Promise<RunView> {
    const { clock } = this;
    const { store, events, dataDir, secrets = new Secrets() } = this.options;
    const plan = this.plan(source, file);
    const row = await newRun({ plan, source, file, options }, { clock, dataDir, secrets });
    const before = options.own && !options.fresh ? await this.views.interrupted(row) : undefined;
    if (before) return before;
    await store.transaction(async (tx) => {
      await tx.manager.insert(RunEntity, row as object);
      await options.alongside?.(tx, row.id);
      await this.jobs.add(tx, row, plan, options.own);
      const { id: run_id, pipeline, revision, inputs } = row;
      await events.emit(tx, 'batch.started', { run_id, pipeline, revision, inputs });
    });
    return this.views.run(row.id);
  }

  get(runId: string): Promise<RunView> {
    return this.views.run(runId);
  }

  runs(query: RunQuery = {}) {
    return this.views.page(query);
  }

  items(runId: string, query: RunItemQuery = {}) {
    return this.views.items(runId, query);
  }

  async cancel(runId: string): Promise<RunView> {
    const { store, events } = this.options;
    await store.transaction(async (tx) => {
      const row = await tx.manager.findOneBy(RunEntity, { id: runId });
      if (!row) throw PerceptError.notFound(`The run '${runId}'`);
      if (ENDED.includes(row.status)) throw new PerceptError('CONFLICT', `The run '${runId}' has ended already: ${row.status}.`);
      await tx.manager.update(RunEntity, { id: runId }, { cancel_at: this.clock.now() });
      if (row.status === 'running') return;
      await this.jobs.cancel(tx, runId);
      await endRun(tx, row, { status: 'cancelled' }, { events, clock: this.clock });
    });
    this.worker.cancel(runId);
    return this.ended(runId);
  }

  async retry(runId: string, { own = false }: { own?: boolean } = {}): Promise<RunView> {
    const { store, events } = this.options;
    await store.transaction(async (tx) => {
      const row = await tx.manager.findOneBy(RunEntity, { id: runId });
      if (!row) throw PerceptError.notFound(`The run '${runId}'`);
      if (row.base !== null && !own) {
        throw new PerceptError('CONFLICT', `The command line started this run: percept pipeline retry ${runId}`);
      }
      const plan = this.plan(row.source, row.file);
      await reopen(tx, row, plan);
      await this.jobs.add(tx, row, plan, own);
      const { pipeline, revision, inputs } = row;
      await events.emit(tx, 'batch.started', { run_id: runId, pipeline, revision, inputs, retry: true });
    });
    return this.views.run(runId);
  }

  async artifact(runId: string, name: string): Promise<string> {
    const { outputs } = await this.views.run(runId);
    const found = outputs.find((each) => each.name === name) ?? outputs.find((each) => basename(each.path) === name);
    const inRunFolder = found?.path.startsWith(runFolderPath(this.options.dataDir, runId) + sep);
    if (found && inRunFolder) return found.path;
    if (found) throw new PerceptError('NOT_FOUND', `The command line wrote it to ${found.path}: it is not served.`);
    const known = outputs.map((each) => each.name);
    throw new PerceptError(
      'NOT_FOUND',
      `The run has no output '${name}'.${suggest(name, known) || (known.length > 0 ? ` It has ${known.join(', ')}.` : '')}`,
    );
  }

  work({ own: owner }: { own?: string } = {}): void {
    const { queue, runsAtOnce = 4 } = this.options;
    // A run goes on where it was and has its own end: however often its process dies, it is taken up again.
    const options = { concurrency: runsAtOnce, owner, crashLimit: Infinity, crashDelayMs: 2, groupConcurrency: Infinity };
    for (const lane of RUN_LANES) {
      this.lanes.push(queue.work({ lane, ...options }, (job, context) => this.worker.work(job, context)));
    }
  }

  meterBy(meter: Meter): void {
    this.meter = meter;
  }

  async close(): Promise<void> {
    await Promise.all(this.lanes.splice(0).map((lane) => lane.close()));
  }

  private plan(source: string, file: string): Plan {
    const { plan, findings } = parsePipeline(source, file, this.catalogue);
    if (plan) return plan;
    throw throwDiagnostics(findings);
  }

  private async ended(runId: string): Promise<RunView> {
    for (const until = Date.now() + CANCEL_WAIT_MS; ; await sleep(20)) {
      const view = await this.views.run(runId);
      if (ENDED.includes(view.status) || Date.now() > until) return view;
    }
  }
}
