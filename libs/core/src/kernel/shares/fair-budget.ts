import { PerceptError } from '../errors';
import { moved, type Transitions } from '../transitions';
import { BudgetUsage } from './budget-usage';
import { FairLine, NOBODYS_SHARE, type Share } from './fair-line';

interface ClaimOptions {
  share?: Share;
  /** Called when the claim must give back what it has, because its owner is above its share and a waiter is below. */
  onEnd?: (reason: PerceptError) => void;
}

interface BudgetOptions {
  /** The total for all claims, in units such as bytes; a claim that is alone may take more. */
  total: number;
  /** Milliseconds after which a claim that waits is refused. */
  waitMs: number;
  /** A sentence that tells a refused caller what is used up. */
  scarcity: string;
}

/**
 * An amount that claims share fairly. While it is free, anyone may have it: a single project may take everything. With several
 * projects, one below its share is served first, if need be at the expense of those above theirs. With only one project, the same
 * holds for its keys.
 */
export class FairBudget {
  private taken = 0;
  private readonly claims = new Set<BudgetClaim>();
  private readonly line = new FairLine<BudgetClaim>();
  private readonly usage = new BudgetUsage();

  constructor(readonly options: BudgetOptions) {}

  /** Opens a claim that has nothing yet. */
  open(options: ClaimOptions = {}): BudgetClaim {
    return new BudgetClaim(this, options);
  }

  /** The number of claims that wait for more. */
  get waiting(): number {
    return this.line.size;
  }

  /** @throws OVERLOADED if a new claim of that amount would have to wait: its owner has its share, and nothing is free. */
  check(share: Share, amount: number): void {
    const own = this.usage.by(share);
    if (own === 0 || this.taken + amount <= this.options.total) return;
    if (this.usage.sharers === 1 || own + amount > this.each) throw this.refusal();
  }

  /** @internal Called by `BudgetClaim`. */
  join(claim: BudgetClaim): void {
    if (!this.claims.has(claim)) this.usage.add(claim.share);
    this.claims.add(claim);
    if (this.line.size === 0 && this.fits(claim)) return this.give(claim);
    this.line.add(claim);
    this.settle();
  }

  /** @internal Called by `BudgetClaim`. */
  leave(claim: BudgetClaim): void {
    if (this.forget(claim) && this.line.size > 0) this.settle();
  }

  private give(claim: BudgetClaim): void {
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
    // All claims hold a part and wait for more: the youngest makes room for the others.
    if (this.line.size === 0) return;
    const holders = [...this.claims].filter(({ size }) => size > 0);
    if (holders.length > 1 && holders.every((claim) => claim.isWaiting)) {
      this.end(holders.at(-1)!);
      this.settle();
    }
  }

  /**
   * An owner below its share goes first, then the one whose turn it is, even if others would fit: otherwise large claims might wait
   * for ever.
   */
  private next(): BudgetClaim | undefined {
    return this.line.next((claim) => this.isBelowShare(claim)) ?? this.line.next();
  }

  private fits({ wanted, size }: BudgetClaim): boolean {
    return this.taken === size || this.taken + wanted <= this.options.total;
  }

  private isBelowShare({ share, wanted }: BudgetClaim): boolean {
    if (this.usage.sharers === 1) return false;
    const own = this.usage.by(share);
    return own === 0 || own + wanted <= this.each;
  }

  /**
   * Ends the youngest claim of the owner that is furthest above its share and also above what `next` would have. So if two owners
   * both want more than a share, the first keeps its claim and they do not end each other for ever.
   * @returns whether a claim was ended.
   */
  private reclaim(next: BudgetClaim): boolean {
    const { usage, each } = this;
    const usedBy = ({ share }: BudgetClaim): number => usage.by(share);
    const own = usage.of(next.share);
    const from = [...this.claims].filter((claim) => !claim.isKept && claim.size > 0 && usage.of(claim.share) !== own);
    const least = Math.max(each, usage.by(next.share) + next.wanted);
    const above = from.filter((claim) => usedBy(claim) > least);
    const most = above.reduce((sum, claim) => Math.max(sum, usedBy(claim)), 0);
    const youngest = above.findLast((claim) => usedBy(claim) === most);
    if (youngest) this.end(youngest);
    return youngest !== undefined;
  }

  private end(claim: BudgetClaim): void {
    this.forget(claim);
    claim.revoke(this.refusal());
  }

  private refusal(): PerceptError {
    return new PerceptError('OVERLOADED', this.options.scarcity, { retryAfterS: 1 });
  }

  private forget(claim: BudgetClaim): boolean {
    this.line.delete(claim);
    if (!this.claims.delete(claim)) return false;
    this.taken -= claim.size;
    this.usage.remove(claim.share, claim.size);
    return true;
  }

  /** The size of one share. */
  private get each(): number {
    return this.options.total / this.usage.sharers;
  }
}

/**
 * A claim that is over has given everything back.
 *
 *     open ──── it grows ───▶ waiting ──── refused, released or revoked ───▶ over
 *      │ ▲                       │                                            ▲
 *      │ └──── it has more ──────┘                                            │
 *      └──────────────────── released or revoked ─────────────────────────────┘
 */
type ClaimState = { is: 'open' } | Waiting | { is: 'over'; reason: PerceptError };

interface Waiting {
  is: 'waiting';
  /** The amount that it waits for. */
  wanted: number;
  resolve: () => void;
  reject: (error: PerceptError) => void;
  timer?: NodeJS.Timeout;
}

export const CLAIM_TRANSITIONS: Transitions<ClaimState> = { open: ['waiting', 'over'], waiting: ['open', 'over'], over: [] };

/** The part of a budget that one request has. */
export class BudgetClaim {
  readonly share: Share;
  private state: ClaimState = { is: 'open' };
  /** The amount that it has. */
  size = 0;
  /** See `keep`. */
  isKept = false;

  constructor(
    private readonly budget: FairBudget,
    private readonly options: ClaimOptions,
  ) {
    this.share = options.share ?? NOBODYS_SHARE;
  }

  get isWaiting(): boolean {
    return this.state.is === 'waiting';
  }

  get wanted(): number {
    return this.state.is === 'waiting' ? this.state.wanted : 0;
  }

  /**
   * Resolves when the claim has that much more. A claim grows one step at a time.
   * @throws PerceptError OVERLOADED if it waits too long, or had to give back what it has.
   */
  grow(amount: number): Promise<void> {
    if (this.state.is === 'over') return Promise.reject(this.state.reason);
    return new Promise((resolve, reject) => {
      const waiting: Waiting = { is: 'waiting', wanted: amount, resolve, reject };
      this.enter(waiting);
      this.budget.join(this);
      if (this.state !== waiting) return;
      const { waitMs, scarcity } = this.budget.options;
      const refuse = (): void => {
        this.close(new PerceptError('OVERLOADED', scarcity, { retryAfterS: Math.max(1, Math.ceil(waitMs / 1000)) }));
      };
      waiting.timer = setTimeout(refuse, waitMs);
    });
  }

  /** Declares that the claim grows no more and its work is under way: it need not give back what it has. */
  keep(): void {
    this.isKept = true;
  }

  /** Gives everything back. */
  release(): void {
    this.close(new PerceptError('OVERLOADED', this.budget.options.scarcity, { retryAfterS: 1 }));
  }

  /** @internal Called by the budget. */
  grant(): void {
    const { resolve, wanted } = this.state as Waiting;
    this.size += wanted;
    this.enter({ is: 'open' });
    resolve();
  }

  /** @internal Called by the budget. */
  revoke(reason: PerceptError): void {
    this.end(reason);
    this.options.onEnd?.(reason);
  }

  private close(reason: PerceptError): void {
    if (this.state.is === 'over') return;
    this.end(reason);
    this.budget.leave(this);
  }

  private end(reason: PerceptError): void {
    const { state } = this;
    this.enter({ is: 'over', reason });
    if (state.is === 'waiting') state.reject(reason);
  }

  private enter(next: ClaimState): void {
    if (this.state.is === 'waiting') clearTimeout(this.state.timer);
    this.state = moved(this.state, next, CLAIM_TRANSITIONS);
  }
}
