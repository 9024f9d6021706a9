import { PerceptError } from '../kernel';

/** A call that waits for a worker. */
export interface Waiting {
  patient: boolean;
  bytes: number;
  /** Takes minutes: not every worker may be busy with such. */
  long: boolean;
  /** Called when a worker is free. */
  start(): void;
}

export interface LineLimits {
  calls: number;
  bytes: number;
}

/** Live calls that may start before a patient one gets its turn, where both wait. */
const LIVE_BEFORE_PATIENT = 3;

/**
 * The calls that wait, first come first served. Live ones are bounded and go first; patient ones (batches) are bounded
 * by who sends them and get every fourth turn, so that neither starves the other.
 */
export class Line {
  private readonly live = new Set<Waiting>();
  private readonly patient = new Set<Waiting>();
  /** Places taken by calls whose media are still being fetched. */
  held = 0;
  private sincePatient = 0;
  private liveBytes = 0;
  /** Mean milliseconds of the recent calls; undefined before the first. */
  private meanMs: number | undefined;

  constructor(
    private readonly limits: LineLimits,
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

  /** @throws PerceptError OVERLOADED with the seconds after which the line has probably moved. */
  checkRoom(bytes: number): void {
    // One alone is always let in, however large: otherwise it could never run.
    const calls = this.live.size + this.held;
    if (calls === 0) return;
    if (calls < this.limits.calls && this.liveBytes + bytes <= this.limits.bytes) return;
    throw new PerceptError('OVERLOADED', `${calls} calls are waiting for a worker. Try again later.`, {
      retryAfterS: this.retryAfterS(),
    });
  }

  join(call: Waiting): void {
    (call.patient ? this.patient : this.live).add(call);
    if (!call.patient) this.liveBytes += call.bytes;
  }

  /** Drops a call that no longer waits; false where it did not wait any more. */
  leave(call: Waiting): boolean {
    if (this.patient.delete(call)) return true;
    if (!this.live.delete(call)) return false;
    this.liveBytes -= call.bytes;
    return true;
  }

  /** @param longToo whether a long one may begin now. */
  next(longToo = true): Waiting | undefined {
    const [live, patient] = [firstOf(this.live, longToo), firstOf(this.patient, longToo)];
    const patientsTurn = patient !== undefined && (live === undefined || this.sincePatient >= LIVE_BEFORE_PATIENT);
    const first = patientsTurn ? patient : live;
    if (!first) return undefined;
    this.sincePatient = patientsTurn ? 0 : this.sincePatient + 1;
    this.leave(first);
    return first;
  }

  hasNext(longToo: boolean): boolean {
    return (firstOf(this.live, longToo) ?? firstOf(this.patient, longToo)) !== undefined;
  }

  finished(ms: number): void {
    this.meanMs = this.meanMs === undefined ? ms : this.meanMs * 0.9 + ms * 0.1;
  }

  private retryAfterS(): number {
    const waitMs = (this.live.size * (this.meanMs ?? 1_000)) / this.workers;
    return Math.min(60, Math.max(1, Math.ceil(waitMs / 1_000)));
  }
}

function firstOf(calls: ReadonlySet<Waiting>, longToo: boolean): Waiting | undefined {
  for (const call of calls) if (longToo || !call.long) return call;
  return undefined;
}
