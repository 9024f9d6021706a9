import { PerceptError } from '../../../kernel';

/** A call that waits for a worker. */
export interface Waiting {
  patient: boolean;
  bytes: number;
  /** Takes minutes: not every worker may be busy with such. */
  long: boolean;
  /** Milliseconds that a worker will probably need for it. */
  expectedMs: number;
  /** Called when a worker is free. */
  start(): void;
}

/** What a live call needs to be let in. */
export interface Entry extends Pick<Waiting, 'bytes' | 'long'> {
  /** Milliseconds that it may wait. */
  waitMs: number;
  /** Workers that take calls of its kind. */
  workers: number;
}

export interface CallQueueLimits {
  calls: number;
  bytes: number;
}

/** Live calls that may start before a patient one gets its turn, where both wait. */
const LIVE_BEFORE_PATIENT = 3;
/** What is expected is an estimate: it may turn out twice as long. */
const MARGIN = 2;

/**
 * The calls that wait, first come first served. Live ones are bounded and go first; patient ones (batches) are bounded
 * by who sends them and get every fourth turn, so that neither starves the other.
 */
export class CallQueue {
  private readonly live = new Set<Waiting>();
  private readonly patient = new Set<Waiting>();
  /** Places taken by calls whose media are still being fetched. */
  held = 0;
  private sincePatient = 0;
  private liveBytes = 0;

  constructor(
    private readonly limits: CallQueueLimits,
    private readonly workers: number,
  ) {}

  get size(): number {
    return this.live.size + this.patient.size;
  }

  get bytes(): number {
    let patient = 0;
    for (const each of this.patient) patient += each.bytes;
    return this.liveBytes + patient;
  }

  /** @throws PerceptError OVERLOADED with the seconds after which the line has probably gone, or its half: not all come back at once. */
  checkCapacity(entry: Entry): void {
    // One alone is always let in, however large: otherwise it could never run.
    const calls = this.live.size + this.held;
    if (calls === 0) return;
    const expectedMs = this.expectedWaitMs(entry);
    const retryAfterS = Math.min(60, Math.max(1, Math.ceil((expectedMs / 1_000) * (0.5 + Math.random() / 2))));
    const waiting = `${calls} calls are waiting for a worker`;
    if (calls >= this.limits.calls || this.liveBytes + entry.bytes > this.limits.bytes)
      throw new PerceptError('OVERLOADED', `${waiting}. Try again later.`, { retryAfterS });
    if (expectedMs * MARGIN > entry.waitMs)
      throw new PerceptError('OVERLOADED', `${waiting}: this one would come too late. Try again later.`, { retryAfterS });
  }

  enqueue(call: Waiting): void {
    (call.patient ? this.patient : this.live).add(call);
    if (!call.patient) this.liveBytes += call.bytes;
  }

  /** Drops a call that no longer waits; false if it did not wait any more. */
  remove(call: Waiting): boolean {
    if (this.patient.delete(call)) return true;
    if (!this.live.delete(call)) return false;
    this.liveBytes -= call.bytes;
    return true;
  }

  /** @param longToo whether a long one may begin now. */
  dequeue(longToo = true): Waiting | undefined {
    const [live, patient] = [firstOf(this.live, longToo), firstOf(this.patient, longToo)];
    const patientsTurn = patient !== undefined && (live === undefined || this.sincePatient >= LIVE_BEFORE_PATIENT);
    const first = patientsTurn ? patient : live;
    if (!first) return undefined;
    this.sincePatient = patientsTurn ? 0 : this.sincePatient + 1;
    this.remove(first);
    return first;
  }

  hasNext(longToo: boolean): boolean {
    return (firstOf(this.live, longToo) ?? firstOf(this.patient, longToo)) !== undefined;
  }

  /** How long a call that joins now will probably wait. */
  private expectedWaitMs({ long, workers }: Pick<Entry, 'long' | 'workers'>): number {
    // A short call passes long ones where a worker is left for it.
    const before = (call: Waiting): boolean => long || this.workers === 1 || !call.long;
    const [live, patient] = [[...this.live].filter(before), [...this.patient].filter(before)];
    const turns = Math.min(patient.length, Math.ceil(live.length / LIVE_BEFORE_PATIENT));
    return (totalMs(live) + (turns > 0 ? (totalMs(patient) * turns) / patient.length : 0)) / workers;
  }
}

const totalMs = (calls: readonly Waiting[]): number => calls.reduce((sum, { expectedMs }) => sum + expectedMs, 0);

function firstOf(calls: ReadonlySet<Waiting>, longToo: boolean): Waiting | undefined {
  for (const call of calls) if (longToo || !call.long) return call;
  return undefined;
}
