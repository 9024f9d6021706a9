/** Names that are kept although nothing of them waits: more of them are forgotten when they have no lead any more. */
const MAX_NAMES = 256;

/**
 * What each of those who compete has had, in turns or in milliseconds (start-time fair queueing). Who comes back begins where the
 * others are: what it did not use is not saved up.
 */
export class Debits {
  private readonly had = new Map<string, number>();
  /** Where the one began that was served last. */
  private now = 0;

  /** Who has the least comes next. */
  of(name: string): number {
    return Math.max(this.now, this.had.get(name) ?? 0);
  }

  /** Charges an amount for work that begins now. */
  begin(name: string, amount: number): void {
    this.now = this.of(name);
    this.had.set(name, this.now + amount);
    if (this.had.size > MAX_NAMES) this.forget();
  }

  /** Adds the difference between the actual and the expected amount. */
  correct(name: string, amount: number): void {
    this.had.set(name, (this.had.get(name) ?? this.now) + amount);
  }

  private forget(): void {
    for (const [name, had] of this.had) if (had <= this.now) this.had.delete(name);
  }
}
