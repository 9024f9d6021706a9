/** Names that are kept although they have nothing waiting. Beyond that, names without a lead are forgotten. */
const MAX_NAMES = 256;

/**
 * What each competitor has had, in turns or in milliseconds (start-time fair queueing). A competitor that comes back begins where
 * the others are: unused time is not saved up.
 */
export class Debits {
  private readonly had = new Map<string, number>();
  /** The debit at which the last served competitor began. */
  private now = 0;

  /** The debit of a name. The lowest comes next. */
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
