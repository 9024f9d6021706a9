import type { Step } from '../../language';
import type { RunResponse } from '../entities';
import { RateMeter } from '../context/rate-meter';
import { liveCounts } from '../entities/shard.repository';
import type { Coordination } from './coordination';
import type { RunContext } from '../context/run-context';
import type { StepOutcome } from '../context/step-outcome';
import { scopeAfter } from '../context/step-scope';
import { StepRun } from './step-run';
import { writeOutputs } from './write-outputs';

const RATE_MS = 500;

/** Coordinates a run: starts each step as soon as the steps that it needs have ended, and writes the outputs. */
export class Execution {
  private readonly outcomes = new Map<string, StepOutcome>();
  private readonly rate = new RateMeter();
  private ended: number | undefined;

  constructor(private readonly coordination: Coordination) {}

  /** @returns the written files. @throws RunFailed, LostClaim, the reason of `stop`, or an error of the database. */
  async run(): Promise<RunResponse['outputs']> {
    const timer = setInterval(() => void this.measure().catch(() => undefined), RATE_MS);
    try {
      await this.runSteps();
      const outputs = await writeOutputs(this.context, this.outcomes);
      await this.context.rows.closeAll();
      return outputs;
    } finally {
      clearInterval(timer);
    }
  }

  /** Starts no more steps; `run` throws the reason. */
  stop(reason: Error): void {
    this.coordination.stop(reason);
  }

  private get context(): RunContext {
    return this.coordination.run;
  }

  private async runSteps(): Promise<void> {
    const { plan } = this.context;
    const { stopped, signal } = this.coordination;
    const ends = new Map<string, Promise<void>>();
    for (const step of plan.steps) ends.set(step.id, this.runStep(step, ends));
    // Stopping the run does not wait for a listing.
    const settled = await Promise.race([Promise.allSettled(ends.values()), stopped]);
    signal.throwIfAborted();
    const failure = settled.find((end) => end.status === 'rejected');
    if (failure) throw failure.reason;
  }

  private async runStep(step: Step, ends: ReadonlyMap<string, Promise<void>>): Promise<void> {
    await Promise.all(step.after.map((id) => ends.get(id)!));
    this.coordination.signal.throwIfAborted();
    try {
      await this.coordination.step(async () => {
        const scope = await scopeAfter(this.context, step, this.outcomes);
        this.outcomes.set(step.id, await new StepRun(this.coordination, step, scope).run());
      });
    } catch (error) {
      this.stop(error as Error);
      throw error;
    }
  }

  /** Writes the combined rate of all processes. */
  private async measure(): Promise<void> {
    const { services, id } = this.context;
    const { succeeded, failed } = await liveCounts(services.store.reader, id);
    const [now, ended] = [services.clock.now(), succeeded + failed];
    const more = ended - (this.ended ?? ended);
    const isNew = this.ended === undefined || more > 0;
    this.ended = ended;
    const rate = this.rate.perSecond(now, more);
    if (isNew) await services.store.transaction((tx) => this.coordination.claim.setRate(tx, rate, now));
  }
}
