/** Which worker has set up which capabilities, and when each was last called there. */
export class Setups {
  private readonly lastCall = new Map<number, Map<string, number>>();

  /** @param capabilities that the worker has set up. */
  add(thread: number, capabilities: readonly string[]): void {
    const known = this.lastCall.get(thread) ?? new Map<string, number>();
    for (const capability of capabilities) known.set(capability, performance.now());
    this.lastCall.set(thread, known);
  }

  has(thread: number, capability: string): boolean {
    return this.lastCall.get(thread)?.has(capability) ?? false;
  }

  /** Remembers a call of a capability that the worker has set up. */
  called(thread: number, capability: string): void {
    if (this.has(thread, capability)) this.add(thread, [capability]);
  }

  /** The worker has ended. */
  forget(thread: number): void {
    this.lastCall.delete(thread);
  }

  /**
   * Whether the worker has set up more than the preloaded capabilities, and nobody called any of those extras there for `ms`
   * milliseconds.
   */
  isIdle(thread: number, preloaded: readonly string[], ms: number): boolean {
    const others = [...(this.lastCall.get(thread) ?? [])].filter(([capability]) => !preloaded.includes(capability));
    return others.length > 0 && others.every(([, last]) => performance.now() - last >= ms);
  }

  /** The capabilities that at least one worker has set up. */
  all(): string[] {
    return [...new Set([...this.lastCall.values()].flatMap((known) => [...known.keys()]))].sort();
  }
}
