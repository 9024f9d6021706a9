import type { Progress } from '@percept/sdk';
import type { ApiKeys } from '../auth/keys/api-keys';
import { monthlyLimit } from '../auth/plan';
import type { QuotaCounter } from './quota-counter';
import { quotaExceeded } from './quota-exceeded';
import type { Reservation, ReservationRequest } from './reservation';

/** Analysed frames of a video that cost at least as much as a request. */
const FRAMES_PER_REQUEST = 100;

interface FrameChargeOptions {
  keys: Pick<ApiKeys, 'get'>;
  quota: Pick<QuotaCounter, 'reserve' | 'refund'>;
  /** Without a key nothing is counted. */
  payer: { projectId: string; keyId: string | null };
}

/**
 * What a video counts beyond its first request: one for each further 100 frames, all of them or none, taken when the frames
 * are known and before most of the work is done.
 */
export class FrameCharge {
  private readonly stopped = new AbortController();
  private latest?: Progress;
  private charging: Promise<void> = Promise.resolve();
  private charged?: { request: ReservationRequest; reservation: Reservation; count: number };

  constructor(private readonly options: FrameChargeOptions) {}

  /** Aborts with QUOTA_EXCEEDED when the quota of the month does not suffice for the remaining frames. */
  get signal(): AbortSignal {
    return this.stopped.signal;
  }

  /** How many have been. */
  get analysedFrames(): number {
    return this.latest?.processed_frames ?? 0;
  }

  readonly onProgress = (progress: Progress): void => {
    const isFirst = this.latest === undefined;
    this.latest = progress;
    if (isFirst) this.charging = this.charge(progress.total_frames);
    this.charging.catch((error: unknown) => this.stopped.abort(error));
  };

  /** Resolves when what was begun is counted. @throws QUOTA_EXCEEDED; what the database threw. */
  async settled(): Promise<void> {
    await this.charging;
  }

  /** Refunds what was counted for frames that nobody has analysed; all of it with `frames: 0`. */
  async refund(frames = this.analysedFrames): Promise<void> {
    await this.charging.catch(() => undefined);
    if (!this.charged) return;
    const { request, reservation, count } = this.charged;
    const rest = count - Math.min(count, Math.floor(frames / FRAMES_PER_REQUEST));
    this.charged = undefined;
    if (rest > 0) await this.options.quota.refund({ ...request, count: rest }, reservation);
  }

  private async charge(frames: number): Promise<void> {
    const { keys, quota, payer } = this.options;
    const { projectId, keyId } = payer;
    const count = Math.ceil(frames / FRAMES_PER_REQUEST) - 1;
    if (!keyId || count < 1) return;
    const key = await keys.get(keyId, projectId);
    const request = { keyId, projectId, limit: monthlyLimit(key), counted: true, count };
    const reservation = await quota.reserve(request);
    if (reservation.refused) throw quotaExceeded(key.name, request.limit, reservation);
    this.charged = { request, reservation, count };
  }
}
