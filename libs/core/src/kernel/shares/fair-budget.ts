import { PerceptError } from '../errors';
import { BudgetUsage } from './budget-usage';
import { FairLine, NOBODYS_SHARE, type Share } from './fair-line';

interface ClaimOptions {
  share?: Share;
  /** Called when the claim must give back what it has: who waits is below its share, and this one's owner above. */
  onEnd?: (reason: PerceptError) => void;
}

interface BudgetOptions {
  /** Units, such as bytes, for all claims together; one claim alone may take more. */
  total: number;
  /** Milliseconds after which a claim that waits is refused. */
  waitMs: number;
  /** What is scarce, as a sentence for the caller. */
  scarcity: string;
}

/**
 * An amount that claims share fairly and that none is kept from while it is free: a project alone may take everything. If
 * there are several, one that is below its share gets it first, and if need be at the expense of those above theirs. Where
 * there is only one project, the same holds for its keys.
 */
export class FairBudget {
  private taken = 0;
  private readonly claims = new Set<Claim>();
  private readonly line = new FairLine<Claim>();
  private readonly usage = new BudgetUsage();

  constructor(readonly options: BudgetOptions) {}

  /** A claim that has nothing yet. */
  open(options: ClaimOptions = {}): Claim {
    return new Claim(this, options);
  }

  /** Claims that wait for more. */
  get waiting(): number {
    return this.line.size;
  }

  /** Throws OVERLOADED if a new claim of that much would have to wait: its owner has its share, and nothing is free. */
  check(share: Share, amount: number): void {
    const own = this.usage.by(share);
    if (own === 0 || this.taken + amount <= this.options.total) return;
    if (this.usage.sharers === 1 || own + amount > this.each) throw this.refusal();
  }

  /** @internal For `Claim`. */
  join(claim: Claim): void {
    if (!this.claims.has(claim)) this.usage.add(claim.share);
    this.claims.add(claim);
    if (this.line.size === 0 && this.fits(claim)) return this.give(claim);
    this.line.add(claim);
    this.settle();
  }

  /** @internal For `Claim`. */
  leave(claim: Claim): void {
    if (this.forget(claim) && this.line.size > 0) this.settle();
  }

  private give(claim: Claim): void {
    this.taken += claim.wanted;
    this.usage.grow(claim.share, claim.wanted);
    claim.grant();
  }

  private settle(): void {
    for (let next = this.next(); next; next = this.next()) {
      while (!this.fits(next) && this.isBelowShare(next) && this.reclaim(next));
      if (!this.fits(next)) break;
      this.line.take((claim) => claim === next);
      this.give(next);
    }
    // Each has a part and waits for more: the youngest makes room for the others.
    if (this.line.size === 0) return;
    const holders = [...this.claims].filter(({ size }) => size > 0);
    if (holders.length > 1 && holders.every((claim) => claim.isWaiting)) {
      this.end(holders.at(-1)!);
      this.settle();
    }
  }

  /** Who is below its share goes first; otherwise whose turn it is, even if others would fit: the large must not wait for ever. */
  private next(): Claim | undefined {
    return this.line.next((claim) => this.isBelowShare(claim)) ?? this.line.next();
  }

  private fits({ wanted, size }: Claim): boolean {
    return this.taken === size || this.taken + wanted <= this.options.total;
  }

  private isBelowShare({ share, wanted }: Claim): boolean {
    if (this.usage.sharers === 1) return false;
    const own = this.usage.by(share);
    return own === 0 || own + wanted <= this.each;
  }

  /**
   * Ends the youngest claim of the one that is furthest above its share, and above what `next` would have: of two that each want
   * more than a share the first keeps it, and they do not end each other for ever.
   * @returns whether there was one.
   */
  private reclaim(next: Claim): boolean {
    const { usage, each } = this;
    const usedBy = ({ share }: Claim): number => usage.by(share);
    const own = usage.of(next.share);
    const from = [...this.claims].filter((claim) => claim.isRevocable && claim.size > 0 && usage.of(claim.share) !== own);
    const least = Math.max(each, usage.by(next.share) + next.wanted);
    const above = from.filter((claim) => usedBy(claim) > least);
    const most = above.reduce((sum, claim) => Math.max(sum, usedBy(claim)), 0);
    const youngest = above.findLast((claim) => usedBy(claim) === most);
    if (youngest) this.end(youngest);
    return youngest !== undefined;
  }

  private end(claim: Claim): void {
    this.forget(claim);
    claim.revoke(this.refusal());
  }

  private refusal(): PerceptError {
    return new PerceptError('OVERLOADED', this.options.scarcity, { retryAfterS: 1 });
  }

  private forget(claim: Claim): boolean {
    this.line.delete(claim);
    if (!this.claims.delete(claim)) return false;
    this.taken -= claim.size;
    this.usage.remove(claim.share, claim.size);
    return true;
  }

  /** The share of each. */
  private get each(): number {
    return this.options.total / this.usage.sharers;
  }
}

/** What one request has of a budget. */
export class Claim {
  readonly share: Share;
  /** What it has. */
  size = 0;
  /** What it waits for. */
  wanted = 0;
  private waiter?: { resolve: () => void; reject: (error: PerceptError) => void; timer?: NodeJS.Timeout };
  private over?: PerceptError;
  private kept = false;

  constructor(
    private readonly budget: FairBudget,
    private readonly options: ClaimOptions,
  ) {
    this.share = options.share ?? NOBODYS_SHARE;
  }

  get isWaiting(): boolean {
    return this.waiter !== undefined;
  }

  get isRevocable(): boolean {
    return !this.kept;
  }

  /**
   * Resolves when it has that much more. It grows one step at a time.
   * @throws PerceptError OVERLOADED if it waits too long, or had to give back what it has.
   */
  grow(amount: number): Promise<void> {
    if (this.over) return Promise.reject(this.over);
    return new Promise((resolve, reject) => {
      this.wanted = amount;
      this.waiter = { resolve, reject };
      this.budget.join(this);
      if (!this.waiter) return;
      const { waitMs, scarcity } = this.budget.options;
      const refuse = (): void => {
        this.close(new PerceptError('OVERLOADED', scarcity, { retryAfterS: Math.max(1, Math.ceil(waitMs / 1000)) }));
      };
      this.waiter.timer = setTimeout(refuse, waitMs);
    });
  }

  /** It grows no more, and its work is under way: it need not give back what it has. */
  keep(): void {
    this.kept = true;
  }

  /** Gives everything back. */
  release(): void {
    this.close(new PerceptError('OVERLOADED', this.budget.options.scarcity, { retryAfterS: 1 }));
  }

  /** @internal For the budget. */
  grant(): void {
    this.size += this.wanted;
    const { resolve } = this.settled();
    resolve();
  }

  /** @internal For the budget. */
  revoke(reason: PerceptError): void {
    this.over ??= reason;
    this.settled().reject(reason);
    this.options.onEnd?.(reason);
  }

  private close(reason: PerceptError): void {
    if (this.over) return;
    this.over = reason;
    this.settled().reject(reason);
    this.budget.leave(this);
  }

  private settled(): Pick<NonNullable<typeof this.waiter>, 'resolve' | 'reject'> {
    const waiter = this.waiter ?? { resolve: () => undefined, reject: () => undefined };
    clearTimeout(this.waiter?.timer);
    this.waiter = undefined;
    this.wanted = 0;
    return waiter;
  }
}
