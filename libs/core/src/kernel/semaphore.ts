/** Who waits: of one group, the lowest rank goes first. */
export interface Place {
  group: string;
  rank: string;
}

interface Waiting {
  enter: () => void;
  place: Place | undefined;
}

/** Limits concurrency. Waiters are served in FIFO order, but the first of a group gives its turn to the lowest rank of its group. */
export class Semaphore {
  private taken = 0;
  private readonly waiting: Waiting[] = [];

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
    await new Promise<void>((enter) => this.waiting.push({ enter, place }));
  }

  release(): void {
    if (this.waiting.length === 0) {
      this.taken--;
      return;
    }
    const index = this.indexOfNext();
    const next = this.waiting[index]!;
    // The two swap places: the first is served later.
    this.waiting[index] = this.waiting[0]!;
    this.waiting.shift();
    next.enter();
  }

  private indexOfNext(): number {
    const { place } = this.waiting[0]!;
    let best = 0;
    if (!place) return best;
    let { rank } = place;
    this.waiting.forEach(({ place: its }, index) => {
      if (its?.group !== place.group || its.rank >= rank) return;
      rank = its.rank;
      best = index;
    });
    return best;
  }
}
