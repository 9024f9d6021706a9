import { FairLine, type Share } from './fair-line';

/**
 * How long callers may work in one turn of the event loop. Then the other work of this thread gets its turn. A request needs many
 * turns, so each must be short; a turn itself costs some hundredths of a millisecond.
 */
const TURN_MS = 2;

/** After a longer piece the thread rests, for as long as the piece exceeded this. */
const LONG_MS = 5;
const MAX_REST_MS = 100;

interface Waiting {
  share: Share;
  resume: () => void;
}

/**
 * This thread serves every request, so no loop may hold it if a caller chooses the loop's length. Each such loop asks here between
 * two pieces of work. All loops together get some milliseconds of each turn of the event loop, and share them fairly by time. After
 * a piece that took longer, its project rests for as long: a request needs many turns, and each turn would have such a piece. Other
 * projects go on. One that also takes long prolongs the rest of all.
 */
export class ThreadTurns {
  private readonly line = new FairLine<Waiting>();
  /** When the first work of this turn began; undefined before that. */
  private begun: number | undefined;
  /** The share that works now, and since when. */
  private current: { share: Share; from: number } | undefined;

  /** The projects that rest. */
  private readonly resting = new Set<string>();
  /** By how many ms their pieces exceeded long ones since the rest was last prolonged. */
  private over = 0;

  constructor(private readonly clock: () => number = () => performance.now()) {}

  /** @returns undefined while this turn has time left and nobody waits; otherwise a promise to wait for. */
  pass(share: Share): Promise<void> | undefined {
    const now = this.clock();
    const rests = this.resting.has(share.project);
    if (this.begun === undefined && !rests) {
      this.begin(now);
      this.current = { share, from: now };
    }
    if (this.line.size === 0 && !rests && now - this.begun! < TURN_MS) return undefined;
    if (this.current?.share.project === share.project) this.charge(now);
    return new Promise((resume) => this.line.add({ share, resume }));
  }

  private begin(now: number): void {
    this.begun = now;
    setImmediate(() => this.nextTurn());
  }

  private charge(now: number): void {
    if (!this.current) return;
    const { share, from } = this.current;
    this.line.correct(share, now - from);
    this.current = undefined;
    const over = now - from - LONG_MS;
    if (over >= 1) this.rest(share.project, Math.min(over, MAX_REST_MS));
  }

  private rest(project: string, ms: number): void {
    const isFirst = this.resting.size === 0;
    this.resting.add(project);
    this.over += ms;
    if (isFirst) this.endRest();
  }

  private endRest(): void {
    const { over } = this;
    this.over = 0;
    if (over > 0) return void setTimeout(() => this.endRest(), over);
    this.resting.clear();
    if (this.begun === undefined) this.resumeNext();
  }

  private nextTurn(): void {
    this.begun = undefined;
    this.current = undefined;
    this.resumeNext();
  }

  private resumeNext(): void {
    const next = this.line.take(
      ({ share }) => !this.resting.has(share.project),
      () => 0,
    );
    if (!next) return;
    const now = this.clock();
    if (this.begun === undefined) this.begin(now);
    this.current = { share: next.share, from: now };
    next.resume();
    // By then the piece has ended or waits. A turn of the event loop for each piece would cost more than most pieces.
    queueMicrotask(() => process.nextTick(() => this.endPiece()));
  }

  private endPiece(): void {
    const now = this.clock();
    this.charge(now);
    if (this.begun !== undefined && now - this.begun < TURN_MS) this.resumeNext();
  }
}

export const threadTurns = new ThreadTurns();
