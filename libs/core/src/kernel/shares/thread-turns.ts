import { FairLine, type Share } from './fair-line';

/** Work of callers in one turn of the event loop: after it, what else waits for this thread gets its turn. */
const TURN_MS = 5;

const MAX_REST_MS = 100;

interface Waiting {
  share: Share;
  resume: () => void;
}

/**
 * This thread serves every request, so no loop whose length a caller chooses may hold it. Each such loop asks here between two
 * pieces of work. All of them together get some milliseconds of each turn of the event loop, and share them fairly by time. After a
 * piece that took longer the thread is left to requests for as long: they need many turns, and each would have such a piece.
 */
export class ThreadTurns {
  private readonly line = new FairLine<Waiting>();
  /** When the first work of this turn began; undefined before that. */
  private begun: number | undefined;
  /** Whose work it is. */
  private current: { share: Share; from: number } | undefined;

  /** How much longer than a turn the longest piece of this turn was. */
  private over = 0;

  constructor(private readonly clock: () => number = () => performance.now()) {}

  /** @returns undefined while there is time left in this turn; else wait for it. */
  pass(share: Share): Promise<void> | undefined {
    const now = this.clock();
    if (this.begun === undefined) this.begin(share, now);
    if (this.line.size === 0 && now - this.begun! < TURN_MS) return undefined;
    this.charge(share, now);
    return new Promise((resume) => this.line.add({ share, resume }));
  }

  private begin(share: Share, now: number): void {
    this.begun = now;
    this.current = { share, from: now };
    setImmediate(() => this.nextTurn());
  }

  private charge({ project }: Share, now: number): void {
    if (this.current?.share.project !== project) return;
    const ms = now - this.current.from;
    this.line.correct(this.current.share, ms);
    this.over = Math.max(this.over, ms - TURN_MS);
    this.current = undefined;
  }

  private nextTurn(): void {
    const { over } = this;
    this.over = 0;
    if (over < 1) return this.resume();
    setTimeout(() => this.resume(), Math.min(over, MAX_REST_MS));
  }

  private resume(): void {
    this.begun = undefined;
    const next = this.line.take(undefined, () => 0);
    if (!next) return;
    this.begin(next.share, this.clock());
    next.resume();
  }
}

/** The turns of this thread. */
export const threadTurns = new ThreadTurns();
