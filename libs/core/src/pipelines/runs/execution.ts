import type { RunView } from './entities/run-views';
import type { RowPages } from '../outputs';
import { setMaxListeners } from 'node:events';
import type { Events } from '../../durable/events';
import type { Clock, Secrets } from '../../kernel';
import type { PluginHost } from '../../inference/host';
import type { Job } from '../../durable/queue';
import type { Store } from '../../durable/database';
import { ExpressionError, type EvaluationContext } from '../../expressions';
import { ItemWriter, LostClaim, type Entry } from './item-writer';
import { MeteredHost, type Meter } from './calls/metered-host';
import { outputPlace, runFolderPath } from '../outputs';
import { AllowedPaths } from '../../kernel';
import type { Plan, OutputSpec, Step } from '../language';

import { RunFailed } from './run-failed';
import { runScope } from './run-scope';
import type { ResultCache } from './calls/result-cache';
import { RunEntity } from './entities/run.entity';
import { hideRows, MAX_IN_MEMORY, RowSources } from '../sources';
import { writeRows } from '../outputs';
import type { Semaphore } from '../../kernel';
import { StepRun, type StepOutcome } from './step-run';
import { evaluateTemplate, RowsRef } from '../language/syntax';

export interface ExecutionParts {
  store: Store;
  events: Events;
  host: PluginHost;
  meter: Meter;
  clock: Clock;
  dataDir: string;
  cache: ResultCache;
  secrets: Secrets;
  /** One place, for the items of all runs that may end the process. */
  alone: Semaphore;
}

/** A run in the hands of this process. */
export interface Claimed {
  row: RunEntity;
  plan: Plan;
  job: Job;
}

/** Executes the steps of a run and writes its outputs; what comes of it is told by the return value and the throw. */
export class Execution {
  readonly ledger: ItemWriter;
  private readonly steps = new Map<string, StepRun>();
  private readonly abort = new AbortController();
  private readonly stopped: Promise<never>;
  private readonly rows: RowSources;
  private readonly folder: string;
  private ended = false;

  constructor(
    private readonly parts: ExecutionParts,
    private readonly claimed: Claimed,
  ) {
    const { store, events, clock } = parts;
    const run = { id: claimed.row.id, claim: claimed.job.token };
    this.folder = runFolderPath(parts.dataDir, run.id);
    this.rows = new RowSources(store, { id: run.id, folder: this.folder });
    const running = () => [...this.steps.values()].reduce((sum, step) => sum + step.running, 0);
    // Every call under way listens, those that wait for a further attempt too.
    setMaxListeners(0, this.abort.signal);
    this.stopped = new Promise((_resolve, reject) => {
      this.abort.signal.addEventListener('abort', () => reject(this.abort.signal.reason as Error));
    });
    this.stopped.catch(() => undefined);
    this.ledger = new ItemWriter({ store, events, clock, run, running }, (error) => this.stop(error));
  }

  /** Takes no further items; the reason is what `run` throws. */
  stop(reason: Error): void {
    this.abort.abort(reason);
  }

  /** @returns the files written. @throws RunFailed, LostClaim, the reason of `stop`, or what the database throws. */
  async run(): Promise<RunView['outputs']> {
    const { row, plan } = this.claimed;
    const places = await AllowedPaths.of({ base: row.base ?? '.', roots: row.roots ?? undefined });
    const outcomes = new Map<string, Promise<StepOutcome>>();
    for (const step of plan.steps) outcomes.set(step.id, this.runStep(step, places, outcomes));
    // A call may hang: that the run is stopped does not wait for it.
    const ends = await Promise.race([Promise.allSettled(outcomes.values()), this.stopped]);
    this.abort.signal.throwIfAborted();
    const broken = ends.find((end) => end.status === 'rejected');
    if (broken) throw broken.reason;
    await this.ledger.flush();
    const written = await this.writeOutputs(outcomes);
    await this.rows.close();
    return written;
  }

  /** Waits for what is under way, but no longer than this, and writes what came of it. */
  async drain(longestMs: number): Promise<void> {
    let timer: NodeJS.Timeout | undefined;
    const tooLong = new Promise((resolve) => (timer = setTimeout(resolve, longestMs)));
    await Promise.race([tooLong, Promise.all([...this.steps.values()].map((step) => step.settled()))]);
    clearTimeout(timer);
    for (const step of this.steps.values()) step.release();
    await this.ledger.flush();
    this.ended = true;
  }

  /** Writes what has ended and drops what is still under way. */
  async abandon(): Promise<void> {
    this.ended = true;
    await this.ledger.flush();
  }

  private async runStep(step: Step, places: AllowedPaths, outcomes: Map<string, Promise<StepOutcome>>): Promise<StepOutcome> {
    await Promise.all(step.after.map((id) => outcomes.get(id)!));
    this.abort.signal.throwIfAborted();
    const scope = await this.scopeAfter(step.after, step.looksInto, outcomes);
    const { store, clock, meter, cache, secrets, alone } = this.parts;
    const { row, plan } = this.claimed;
    const host = new MeteredHost(this.parts.host, meter, { accountId: row.account_id, keyId: row.key_id });
    const run = { id: row.id, claim: this.claimed.job.token, folder: this.folder, careful: row.crashes > 0 };
    const record = (entry: Entry) => {
      if (!this.ended) this.ledger.add(entry);
    };
    const { ledger, rows } = this;
    const { signal } = this.abort;
    const parts = { store, host, clock, cache, secrets, alone, plan, run, scope, places, rows, record, ledger, signal };
    const stepRun = new StepRun(step, parts);
    this.steps.set(step.id, stepRun);
    try {
      return await stepRun.run();
    } catch (error) {
      this.stop(error as Error);
      throw error;
    }
  }

  /** What expressions see after these steps; of rows, only those that they look into are there. */
  private async scopeAfter(
    after: readonly string[],
    looksInto: readonly string[],
    outcomes: Map<string, Promise<StepOutcome>>,
  ): Promise<EvaluationContext> {
    const scope = runScope(this.claimed.row);
    for (const id of after) {
      const { value } = (await outcomes.get(id))!;
      scope[id] = value;
      const isBlock = this.claimed.plan.steps.some((step) => step.id === id && step.kind === 'block');
      if (!isBlock || value === null || !looksInto.includes(`${id}.rows`)) continue;
      const rows = await this.rows.few(new RowsRef(id, 'rows'), MAX_IN_MEMORY);
      const seen = { ...(value as object), rows };
      if (!rows) hideRows(seen, id, 'rows');
      scope[id] = seen;
    }
    return scope;
  }

  private async writeOutputs(outcomes: Map<string, Promise<StepOutcome>>): Promise<RunView['outputs']> {
    const { row, plan } = this.claimed;
    const written: RunView['outputs'] = [];
    const skipped: string[] = [];
    for (const [id, outcome] of outcomes) if ((await outcome).state === 'skipped') skipped.push(id);
    for (const sink of plan.outputs) {
      // What was skipped gave nothing to write.
      if (sink.after.some((id) => skipped.includes(id))) continue;
      const scope = await this.scopeAfter(sink.after, sink.looksInto, outcomes);
      const { name, path } = await outputPlace(sink, runScope(row), { base: row.base, runFolder: this.folder });
      try {
        written.push({ name, path, rows: await writeRows(path, sink.format, this.pagesOf(sink, scope)) });
      } catch (error) {
        if (error instanceof LostClaim || error instanceof RunFailed || error instanceof ExpressionError) throw error;
        throw new RunFailed(`The output ${path} cannot be written: ${(error as Error).message}`);
      }
    }
    return written;
  }

  private pagesOf({ rows }: OutputSpec, scope: EvaluationContext): RowPages {
    const given = evaluateTemplate(rows, scope);
    if (given instanceof RowsRef) return this.rows.pages(given);
    if (!Array.isArray(given)) throw new RunFailed("The 'rows' of an output are no list.");
    return async function* () {
      yield given;
    };
  }
}
