import type { Events } from '../events';
import type { Clock } from '../kernel';
import type { PluginHost } from '../plugins';
import type { Job } from '../queue';
import type { Store } from '../store';
import type { Scope } from './cel';
import { Ledger, LostClaim, type Entry } from './ledger';
import { MeteredHost, type Meter } from './metered-host';
import { outputPlace, runFolderOf } from './output-paths';
import { Places } from './places';
import type { Plan, Sink, Step } from './plan';
import type { RunView } from './pipelines';
import { RunFailed } from './run-failed';
import { runScope } from './run-scope';
import { RunRow } from './run.entity';
import { blockRows, writeJsonLines } from './sink';
import { StepRun, type StepOutcome } from './step-run';
import { evaluateTemplate } from './template';

export interface ExecutionParts {
  store: Store;
  events: Events;
  host: PluginHost;
  meter: Meter;
  clock: Clock;
  dataDir: string;
}

/** A run in the hands of this process. */
export interface Claimed {
  row: RunRow;
  plan: Plan;
  job: Job;
}

/** Executes the steps of a run and writes its outputs; what comes of it is told by the return value and the throw. */
export class Execution {
  readonly ledger: Ledger;
  private readonly steps = new Map<string, StepRun>();
  private readonly abort = new AbortController();
  private readonly stopped: Promise<never>;
  private ended = false;

  constructor(
    private readonly parts: ExecutionParts,
    private readonly claimed: Claimed,
  ) {
    const { store, events, clock } = parts;
    const run = { id: claimed.row.id, claim: claimed.job.token };
    const running = () => [...this.steps.values()].reduce((sum, step) => sum + step.running, 0);
    this.stopped = new Promise((_resolve, reject) => {
      this.abort.signal.addEventListener('abort', () => reject(this.abort.signal.reason as Error));
    });
    this.stopped.catch(() => undefined);
    this.ledger = new Ledger({ store, events, clock, run, running }, (error) => this.stop(error));
  }

  /** Takes no further items; the reason is what `run` throws. */
  stop(reason: Error): void {
    this.abort.abort(reason);
  }

  /** @returns the files written. @throws RunFailed, LostClaim, the reason of `stop`, or what the database throws. */
  async run(): Promise<RunView['outputs']> {
    const { row, plan } = this.claimed;
    const places = await Places.of({ base: row.base ?? '.', roots: row.roots ?? undefined });
    const outcomes = new Map<string, Promise<StepOutcome>>();
    for (const step of plan.steps) outcomes.set(step.id, this.runStep(step, places, outcomes));
    // A call may hang: that the run is stopped does not wait for it.
    const ends = await Promise.race([Promise.allSettled(outcomes.values()), this.stopped]);
    this.abort.signal.throwIfAborted();
    const broken = ends.find((end) => end.status === 'rejected');
    if (broken) throw broken.reason;
    await this.ledger.flush();
    const scope = runScope(row);
    for (const [id, outcome] of outcomes) scope[id] = (await outcome).value;
    return this.writeOutputs(scope);
  }

  /** Waits for what is under way, but no longer than this, and writes what came of it. */
  async drain(longestMs: number): Promise<void> {
    let timer: NodeJS.Timeout | undefined;
    const tooLong = new Promise((resolve) => (timer = setTimeout(resolve, longestMs)));
    await Promise.race([tooLong, Promise.all([...this.steps.values()].map((step) => step.settled()))]);
    clearTimeout(timer);
    await this.ledger.flush();
    this.ended = true;
  }

  /** Writes what has ended and drops what is still under way. */
  async abandon(): Promise<void> {
    this.ended = true;
    await this.ledger.flush();
  }

  private async runStep(step: Step, places: Places, outcomes: Map<string, Promise<StepOutcome>>): Promise<StepOutcome> {
    const before = await Promise.all(step.after.map(async (id) => [id, await outcomes.get(id)!] as const));
    this.abort.signal.throwIfAborted();
    const scope: Scope = Object.assign(
      runScope(this.claimed.row),
      Object.fromEntries(before.map(([id, { value }]) => [id, value])),
    );
    const { store, clock, meter } = this.parts;
    const { account_id: accountId, key_id: keyId } = this.claimed.row;
    const host = new MeteredHost(this.parts.host, meter, { accountId, keyId });
    const run = { id: this.claimed.row.id, claim: this.claimed.job.token };
    const record = (entry: Entry) => {
      if (!this.ended) this.ledger.add(entry);
    };
    const { ledger } = this;
    const stepRun = new StepRun(step, { store, host, clock, run, scope, places, record, ledger, signal: this.abort.signal });
    this.steps.set(step.id, stepRun);
    try {
      return await stepRun.run();
    } catch (error) {
      this.stop(error as Error);
      throw error;
    }
  }

  private async writeOutputs(scope: Scope): Promise<RunView['outputs']> {
    const { row, plan } = this.claimed;
    const written: RunView['outputs'] = [];
    for (const sink of plan.outputs) {
      const runFolder = runFolderOf(this.parts.dataDir, row.id);
      const { name, path } = await outputPlace(sink, scope, { base: row.base, runFolder });
      try {
        written.push({ name, path, rows: await writeJsonLines(path, this.rowsOf(sink, scope)) });
      } catch (error) {
        throw error instanceof LostClaim
          ? error
          : new RunFailed(`The output ${path} cannot be written: ${(error as Error).message}`);
      }
    }
    return written;
  }

  private rowsOf({ rows }: Sink, scope: Scope): AsyncIterable<unknown[]> | Iterable<unknown[]> {
    if ('block' in rows) return blockRows(this.parts.store, this.claimed.row.id, rows.block);
    const list = evaluateTemplate(rows.list, scope);
    if (Array.isArray(list)) return [list];
    throw new RunFailed("The 'rows' of an output are no list.");
  }
}
