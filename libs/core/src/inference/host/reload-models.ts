import type { ModelRegistry } from '../models/registry';

/** The functions of the pool that a reload needs. */
interface WorkerThreads {
  /** The living workers, including those that are starting. */
  alive(): number[];
  /** Whether the worker is warm and has no work. */
  isIdle(thread: number): boolean;
  /** @returns why models could not be loaded. */
  send(thread: number, registry: ModelRegistry): Promise<string[]>;
  onFree(): void;
}

/** Reloads the models of every worker, one worker at a time. Meanwhile that worker gets no calls, but the others do. */
export class ModelReload {
  private readonly held = new Set<number>();
  /** Called at the next change of a thread's state. */
  private changes: (() => void)[] = [];

  constructor(private readonly threads: WorkerThreads) {}

  isHeld(thread: number): boolean {
    return this.held.has(thread);
  }

  /** Reports that a thread has become warm or idle, or has ended. */
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
        // The replacement worker starts with the new models.
        problems.add(`a worker ended while it loaded models: ${(error as Error).message}`);
      } finally {
        this.held.delete(thread);
        this.threads.onFree();
      }
    }
    return [...problems];
  }

  /** Waits until the thread is idle. @returns false if the thread has ended. */
  private async hold(thread: number): Promise<boolean> {
    this.held.add(thread);
    const lives = () => this.threads.alive().includes(thread);
    while (lives() && !this.threads.isIdle(thread)) await new Promise<void>((resolve) => this.changes.push(resolve));
    return lives();
  }
}
