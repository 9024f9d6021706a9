import { FairLine, NOBODYS_SHARE, PerceptError, type Share } from '../../../kernel';

/** A call that waits for a worker. */
export interface WaitingCall {
  patient: boolean;
  /** The project and key whose turn the call uses; none when absent. */
  share?: Share;
  bytes: number;
  /** Whether the call takes minutes. Such calls may not occupy every worker. */
  long: boolean;
  /** Milliseconds that a worker will probably need for the call. */
  expectedMs: number;
  /** Called when a worker is free. */
  start(): void;
}

/** What the queue needs to know to admit a live call. */
export interface LiveCall extends Pick<WaitingCall, 'bytes' | 'long' | 'share'> {
  /** Milliseconds that the call may wait. */
  waitMs: number;
  /** Workers that take calls of this kind. */
  workers: number;
}

interface CallQueueLimits {
  calls: number;
  bytes: number;
}

/** Who called, and how. */
type QueuedCaller = Partial<Pick<WaitingCall, 'patient' | 'share'>>;

/** Live calls that may start before a patient one gets its turn, where both wait. */
const LIVE_BEFORE_PATIENT = 3;
/** The expected time is an estimate: the actual time may be twice as long. */
const MARGIN = 2;

/**
 * The waiting calls, shared fairly among projects and keys by the worker time that their calls take. Live calls are bounded and go
 * first. Patient calls (batches) are bounded by their sender and get every fourth turn, so that neither kind starves the other.
 */
export class CallQueue {
  private readonly live = new FairLine<WaitingCall>();
  private readonly patient = new FairLine<WaitingCall>();
  /** Places taken by calls whose media are still being fetched, by project. */
  private readonly held = new Map<string, number>();
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

  /**
   * @throws PerceptError OVERLOADED with the seconds until the queue is probably empty, or half of that: callers should not all
   * return at once.
   */
  checkCapacity(entry: LiveCall): void {
    // A lone call is always admitted, however large: otherwise it could never run.
    const { project } = entry.share ?? NOBODYS_SHARE;
    const own = this.live.of(project);
    const ownCalls = own.length + (this.held.get(project) ?? 0);
    const calls = this.live.size + total(this.held.values());
    if (calls === 0) return;
    const expectedMs = this.expectedWaitMs(entry);
    const retryAfterS = Math.min(60, Math.max(1, Math.ceil((expectedMs / 1_000) * (0.5 + Math.random() / 2))));
    const waiting = `${calls} calls are waiting for a worker`;
    // Even when others fill the queue, a project keeps its share.
    const others = new Set([...this.live.projects, ...this.held.keys()].filter((each) => each !== project)).size;
    const ownBytes = total(own.map(({ bytes }) => bytes)) + entry.bytes;
    const hasPlace = calls < this.limits.calls || (others > 0 && ownCalls < this.limits.calls / (others + 1));
    const hasBytes =
      this.liveBytes + entry.bytes <= this.limits.bytes ||
      (others > 0 && (ownCalls === 0 || ownBytes <= this.limits.bytes / (others + 1)));
    if (!hasPlace || !hasBytes) throw new PerceptError('OVERLOADED', `${waiting}. Try again later.`, { retryAfterS });
    if (expectedMs * MARGIN > entry.waitMs)
      throw new PerceptError('OVERLOADED', `${waiting}: this call would be too late. Try again later.`, { retryAfterS });
  }

  enqueue(call: WaitingCall): void {
    (call.patient ? this.patient : this.live).add(call);
    if (!call.patient) this.liveBytes += call.bytes;
  }

  /** Takes or returns a place of the project, for a call whose media are being fetched. */
  hold(share: Share | undefined, places: 1 | -1): void {
    const { project } = share ?? NOBODYS_SHARE;
    const held = (this.held.get(project) ?? 0) + places;
    if (held === 0) this.held.delete(project);
    else this.held.set(project, held);
  }

  /** Drops a waiting call. Returns false if it was not waiting any more. */
  remove(call: WaitingCall): boolean {
    if (this.patient.delete(call)) return true;
    if (!this.live.delete(call)) return false;
    this.liveBytes -= call.bytes;
    return true;
  }

  /** @param longToo whether a long call may begin now. */
  dequeue(longToo = true): WaitingCall | undefined {
    const fits = ({ long }: WaitingCall): boolean => longToo || !long;
    const [live, patient] = [this.live.next(fits), this.patient.next(fits)];
    const patientsTurn = patient !== undefined && (live === undefined || this.sincePatient >= LIVE_BEFORE_PATIENT);
    const first = (patientsTurn ? this.patient : this.live).take(fits, ({ expectedMs }) => Math.max(1, expectedMs));
    if (!first) return undefined;
    this.sincePatient = patientsTurn ? 0 : this.sincePatient + 1;
    if (!patientsTurn) this.liveBytes -= first.bytes;
    return first;
  }

  /** Records a call that begins without waiting. */
  begin({ patient, share = NOBODYS_SHARE }: QueuedCaller, expectedMs: number): void {
    (patient ? this.patient : this.live).charge(share, Math.max(1, expectedMs));
  }

  /** Records the end of a call. @param ms difference between the actual and the expected time. */
  correct({ patient, share = NOBODYS_SHARE }: QueuedCaller, ms: number): void {
    (patient ? this.patient : this.live).correct(share, ms);
  }

  hasNext(longToo: boolean): boolean {
    const fits = ({ long }: WaitingCall): boolean => longToo || !long;
    return (this.live.next(fits) ?? this.patient.next(fits)) !== undefined;
  }

  /** How long a call that joins now will probably wait. */
  private expectedWaitMs({ long, workers, share = NOBODYS_SHARE }: Pick<LiveCall, 'long' | 'workers' | 'share'>): number {
    // A short call passes long ones when a worker is kept for short calls.
    const before = (call: WaitingCall): boolean => long || this.workers === 1 || !call.long;
    const [live, patient] = [this.live.before(share.project).filter(before), [...this.patient].filter(before)];
    const turns = Math.min(patient.length, Math.ceil(live.length / LIVE_BEFORE_PATIENT));
    return (totalMs(live) + (turns > 0 ? (totalMs(patient) * turns) / patient.length : 0)) / workers;
  }
}

const totalMs = (calls: readonly WaitingCall[]): number => calls.reduce((sum, { expectedMs }) => sum + expectedMs, 0);

const total = (numbers: Iterable<number>): number => [...numbers].reduce((sum, each) => sum + each, 0);
