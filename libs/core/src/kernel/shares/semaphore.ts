import { FairLine, type Share } from './fair-line';

/** Who waits. The projects take turns, and the keys of a project; of one key the lowest rank goes first. */
export interface Place {
  share: Share;
  rank: string;
}

interface Waiting extends Partial<Place> {
  enter: () => void;
}

/** Limits concurrency. Waiters are served in fair shares of the time that they are inside, those without a place in the order in which they came. */
export class Semaphore {
  private taken = 0;
  private readonly waiting = new FairLine<Waiting>();

  constructor(readonly size: number) {}

  /** How many are inside. */
  get inside(): number {
    return this.taken;
  }

  async acquire(place?: Place): Promise<void> {
    if (this.taken < this.size) {
      this.taken++;
      return;
    }
    await new Promise<void>((enter) => this.waiting.add({ enter, ...place }));
  }

  /** Who has places of this share had them for this many milliseconds. */
  charge(share: Share, ms: number): void {
    this.waiting.correct(share, ms);
  }

  release(): void {
    const next = this.next();
    if (!next) {
      this.taken--;
      return;
    }
    this.waiting.take((each) => each === next);
    next.enter();
  }

  private next(): Waiting | undefined {
    let best = this.waiting.next();
    if (best?.rank === undefined) return best;
    const { project, key } = best.share!;
    for (const each of this.waiting.of(project)) if (each.share!.key === key && each.rank! < best.rank!) best = each;
    return best;
  }
}
