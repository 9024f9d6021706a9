/** One request for its key's counters, or several that are granted or refused together. */
export interface ReservationRequest {
  keyId: string;
  projectId: string;
  /** Requests a month. */
  limit: number;
  /** Requests a minute. If absent, it does not count for the minute (a step of a run). */
  rate?: number;
  /** Whether it counts for the month. */
  counted: boolean;
  /** How many of the month's requests it counts as. Default: 1. */
  count?: number;
}

export interface Reservation {
  /** The limit that refused the request; absent when it was granted. */
  refused?: 'minute' | 'month';
  /** The project's limit, if that refused the request. */
  projectLimit?: number;
  /** When the request came, ms since the epoch. */
  at: number;
  /** Requests used so far in the month and in the minute, including this one. */
  used: number;
  minuteUsed: number;
}

export interface Used {
  used: number;
  minuteUsed: number;
}

/** Grants requests in their order, up to the limits. A request that the month refuses still counts for the minute. */
export function grantReservations(
  before: Used,
  requests: readonly ReservationRequest[],
  at: number,
): { granted: Reservation[]; after: Used } {
  let { used, minuteUsed } = before;
  const granted = requests.map(({ limit, rate, counted, count = 1 }): Reservation => {
    if (rate !== undefined && minuteUsed >= rate) return { refused: 'minute', at, used, minuteUsed };
    if (rate !== undefined) minuteUsed++;
    if (counted && used + count > limit) return { refused: 'month', at, used, minuteUsed };
    if (counted) used += count;
    return { at, used, minuteUsed };
  });
  return { granted, after: { used, minuteUsed } };
}
