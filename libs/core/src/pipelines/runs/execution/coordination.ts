import type { RunClaim } from './run-claim';
import type { RunContext } from './run-context';

/** The right and the slot of the process that coordinates a run. It holds the slot only while a step has something to do. */
export class Coordination {
  private resters = 0;
  private steps = 0;

  constructor(
    readonly context: RunContext,
    readonly claim: RunClaim,
    private readonly onRest: (resting: boolean) => void,
  ) {}

  /** Counts a step that has something to do meanwhile. */
  async step<T>(work: () => Promise<T>): Promise<T> {
    this.steps++;
    this.tell();
    try {
      return await work();
    } finally {
      this.steps--;
      this.tell();
    }
  }

  /** Counts a step as waiting meanwhile. @throws the reason when the run is stopped. */
  async resting(wait: Promise<void>): Promise<void> {
    this.resters++;
    this.tell();
    try {
      await Promise.race([wait, this.context.stopped]);
    } finally {
      this.resters--;
      this.tell();
    }
  }

  private tell(): void {
    this.onRest(this.steps > 0 && this.resters === this.steps);
  }
}
