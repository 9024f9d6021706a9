import type { JobContext } from '../../../durable/queue';
import type { RunClaim } from '../context/run-claim';
import type { LocalRun } from '../context/run-context';
import { Stoppable } from '../context/stoppable';

/** The right and the slot of the process that coordinates a run. It holds the slot only while a step has work to do. */
export class Coordination extends Stoppable {
  private resters = 0;
  private steps = 0;

  constructor(
    readonly run: LocalRun,
    readonly claim: RunClaim,
    /** The lease of the run's job. */
    private readonly lease: JobContext,
  ) {
    super();
  }

  /** Counts a step as working while `work` runs. */
  async step<T>(work: () => Promise<T>): Promise<T> {
    this.steps++;
    this.restOrResume();
    try {
      return await work();
    } finally {
      this.steps--;
      this.restOrResume();
    }
  }

  /** Counts a step as waiting until `wait` ends. @throws the reason when the run is stopped. */
  async resting(wait: Promise<void>): Promise<void> {
    this.resters++;
    this.restOrResume();
    try {
      await Promise.race([wait, this.stopped]);
    } finally {
      this.resters--;
      this.restOrResume();
    }
  }

  private restOrResume(): void {
    this.lease.rest(this.steps > 0 && this.resters === this.steps);
  }
}
