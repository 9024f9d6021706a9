import { FairLine, type Share } from './fair-line';

/** A waiter's place. Projects take turns, and so do the keys of a project. Of one key, the lowest rank goes first. */
export interface Waiter {
  share: Share;
  rank: string;
}

interface Waiting extends Partial<Waiter> {
  resume: () => void;
}

/**
 * Limits concurrency. Waiters are served in fair shares of the time that they spend inside. Waiters without a place are served in
 * order of arrival.
 */
export class Semaphore {
  private taken = 0;
  private readonly waiting = new FairLine<Waiting>();
  /** How many waiters of each project are inside. */
  private readonly of = new Map<string, number>();

  /** @param extra reserved places for projects that have none, because others may hold theirs for long. */
  constructor(
    readonly size: number,
    private readonly extra = 0,
  ) {}

  /** How many waiters are inside. */
  get inside(): number {
    return this.taken;
  }

  async acquire(place?: Waiter): Promise<void> {
    if (this.fits(place)) this.enter(place);
    else await new Promise<void>((resume) => this.waiting.add({ resume, ...place }));
  }

  /** Charges a share for holding its places this many milliseconds. */
  charge(share: Share, ms: number): void {
    this.waiting.correct(share, ms);
  }

  /** @param place the place that was passed to `acquire`. */
  release(place?: Waiter): void {
    this.taken--;
    const project = place?.share.project;
    if (project !== undefined) {
      const left = this.of.get(project)! - 1;
      if (left === 0) this.of.delete(project);
      else this.of.set(project, left);
    }
    // One place is free. If the project that released it has none left, its next waiter may take a reserved one.
    for (let next = this.next(); next; next = this.next()) {
      const served = next;
      this.waiting.take((each) => each === served);
      this.enter(served);
      served.resume();
    }
  }

  private fits({ share }: Partial<Waiter> = {}): boolean {
    if (this.taken < this.size) return true;
    return share !== undefined && !this.of.has(share.project) && this.taken < this.size + this.extra;
  }

  private enter({ share }: Partial<Waiter> = {}): void {
    this.taken++;
    if (share) this.of.set(share.project, (this.of.get(share.project) ?? 0) + 1);
  }

  private next(): Waiting | undefined {
    let best = this.waiting.next((each) => this.fits(each));
    if (best?.rank === undefined) return best;
    const { project, key } = best.share!;
    for (const each of this.waiting.of(project)) if (each.share!.key === key && each.rank! < best.rank!) best = each;
    return best;
  }
}
