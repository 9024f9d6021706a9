import type { Step } from '../../language';
import type { RunResponse } from '../entities';
import type { RunContext } from './run-context';
import { scopeAfter } from './step-scope';
import { StepRun, type StepOutcome } from './step-run';
import { writeOutputs } from './write-outputs';

/** Executes the steps of a run, each as soon as the steps that it needs have ended, and writes the outputs. */
export class Execution {
  private readonly started: StepRun[] = [];
  private readonly outcomes = new Map<string, StepOutcome>();

  constructor(private readonly context: RunContext) {}

  /** @returns the files written. @throws RunFailed, LostClaim, the reason of `stop`, or what the database throws. */
  async run(): Promise<RunResponse['outputs']> {
    const { writer, rows } = this.context;
    await this.runSteps();
    await writer.flush();
    const outputs = await writeOutputs(this.context, this.outcomes);
    await rows.close();
    return outputs;
  }

  /** Starts no further items; `run` throws the reason. */
  stop(reason: Error): void {
    this.context.stop(reason);
  }

  /** Waits for the items in flight, at most this long, and writes their results. */
  async drain(limitMs: number): Promise<void> {
    let timer: NodeJS.Timeout | undefined;
    const timeUp = new Promise((resolve) => (timer = setTimeout(resolve, limitMs)));
    await Promise.race([timeUp, Promise.all(this.started.map((step) => step.settled()))]);
    clearTimeout(timer);
    for (const step of this.started) step.forgiveActive();
    await this.abandon();
  }

  /** Writes the results so far and drops those of the items in flight. */
  async abandon(): Promise<void> {
    await this.context.writer.close();
  }

  private async runSteps(): Promise<void> {
    const { plan, stopped, signal } = this.context;
    const ends = new Map<string, Promise<void>>();
    for (const step of plan.steps) ends.set(step.id, this.runStep(step, ends));
    // A call may hang, and stopping the run does not wait for it.
    const settled = await Promise.race([Promise.allSettled(ends.values()), stopped]);
    signal.throwIfAborted();
    const failure = settled.find((end) => end.status === 'rejected');
    if (failure) throw failure.reason;
  }

  private async runStep(step: Step, ends: ReadonlyMap<string, Promise<void>>): Promise<void> {
    await Promise.all(step.after.map((id) => ends.get(id)!));
    this.context.signal.throwIfAborted();
    const scope = await scopeAfter(this.context, step, this.outcomes);
    const stepRun = new StepRun(this.context, step, scope);
    this.started.push(stepRun);
    try {
      this.outcomes.set(step.id, await stepRun.run());
    } catch (error) {
      this.stop(error as Error);
      throw error;
    }
  }
}
