import type { Progress } from '@percept/sdk';
import type { ApiKeys } from '../../access/auth/keys/api-keys';
import { monthlyLimit } from '../../access/auth/plan';
import type { QuotaCounter } from './quota-counter';
import { quotaExceeded } from './quota-exceeded';
import type { Reservation, ReservationRequest } from './reservation';

/** Analysing this many frames of a video costs at least as much as one request. */
const FRAMES_PER_REQUEST = 100;

interface FrameChargeOptions {
  keys: Pick<ApiKeys, 'get'>;
  quota: Pick<QuotaCounter, 'reserve' | 'refund'>;
  /** Without a key, nothing is counted. */
  payer: { projectId: string; keyId: string | null };
}

/**
 * Charges a video beyond its first request: one request for each further 100 frames. All are reserved at once or not at all, when
 * the number of frames is known and before most of the work.
 */
export class FrameCharge {
  private readonly stopped = new AbortController();
  private latest?: Progress;
  private charging: Promise<void> = Promise.resolve();
  private charged?: { request: ReservationRequest; reservation: Reservation; count: number };

  constructor(private readonly options: FrameChargeOptions) {}

  /** Aborts with QUOTA_EXCEEDED if the month's quota does not cover the remaining frames. */
  get signal(): AbortSignal {
    return this.stopped.signal;
  }

  /** The number of frames analysed so far. */
  get analysedFrames(): number {
    return this.latest?.processed_frames ?? 0;
  }

  readonly onProgress = (progress: Progress): void => {
    const isFirst = this.latest === undefined;
    this.latest = progress;
    if (isFirst) this.charging = this.charge(progress.total_frames);
    this.charging.catch((error: unknown) => this.stopped.abort(error));
  };

  /** Resolves when all reservations that have begun are counted. @throws QUOTA_EXCEEDED; errors of the database. */
  async settled(): Promise<void> {
    await this.charging;
  }

  /** Refunds the charge for frames that were not analysed. `frames: 0` refunds everything. */
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
