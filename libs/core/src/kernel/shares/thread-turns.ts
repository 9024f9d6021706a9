import { FairLine, type Share } from './fair-line';

/** How long callers may work in one turn of the event loop. Then the other work of this thread gets its turn. */
const TURN_MS = 5;

const MAX_REST_MS = 100;

interface Waiting {
  share: Share;
  resume: () => void;
}

/**
 * This thread serves every request, so no loop may hold it if a caller chooses the loop's length. Each such loop asks here between
 * two pieces of work. All loops together get some milliseconds of each turn of the event loop, and share them fairly by time. After
 * a piece that took longer, the thread is left to requests for as long: a request needs many turns, and each turn would have such a
 * piece.
 */
export class ThreadTurns {
  private readonly line = new FairLine<Waiting>();
  /** When the first work of this turn began; undefined before that. */
  private begun: number | undefined;
  /** The share that works now, and since when. */
  private current: { share: Share; from: number } | undefined;

  /** By how much the longest piece of this turn exceeded a turn. */
  private over = 0;

  constructor(private readonly clock: () => number = () => performance.now()) {}

  /** @returns undefined while this turn has time left; otherwise a promise to wait for. */
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

export const threadTurns = new ThreadTurns();
