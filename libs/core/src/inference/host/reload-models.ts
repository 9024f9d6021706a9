import type { ModelRegistry } from '../models/registry';

/** What the pool provides. */
interface WorkerThreads {
  /** The workers that live, starting ones too. */
  alive(): number[];
  /** Whether it is warm and does nothing. */
  isIdle(thread: number): boolean;
  /** @returns why models could not be loaded. */
  send(thread: number, registry: ModelRegistry): Promise<string[]>;
  onFree(): void;
}

/** Reloads the models of every worker, one at a time: that worker gets no calls, the others do. */
export class ModelReload {
  private readonly held = new Set<number>();
  /** Resolves at the next change of what the threads do. */
  private changes: (() => void)[] = [];

  constructor(private readonly threads: WorkerThreads) {}

  isHeld(thread: number): boolean {
    return this.held.has(thread);
  }

  /** A thread has become warm or idle, or has ended. */
  changed(): void {
    for (const tell of this.changes.splice(0)) tell();
  }

  /** @returns why models could not be loaded, each reason once. */
  async run(registry: ModelRegistry): Promise<string[]> {
    const problems = new Set<string>();
    for (const thread of this.threads.alive()) {
      try {
        if (!(await this.hold(thread))) continue;
        for (const problem of await this.threads.send(thread, registry)) problems.add(problem);
      } catch (error) {
        // The worker that takes its place starts with the new models.
        problems.add(`a worker ended while it loaded models: ${(error as Error).message}`);
      } finally {
        this.held.delete(thread);
        this.threads.onFree();
      }
    }
    return [...problems];
  }

  /** Settled with true when the thread has nothing to do, with false when it has ended. */
  private async hold(thread: number): Promise<boolean> {
    this.held.add(thread);
    const lives = () => this.threads.alive().includes(thread);
    while (lives() && !this.threads.isIdle(thread)) await new Promise<void>((resolve) => this.changes.push(resolve));
    return lives();
  }
}
