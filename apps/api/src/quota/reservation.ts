/** What one request asks of a key's counters. */
export interface ReservationRequest {
  keyId: string;
  accountId: string;
  /** Requests a month. */
  limit: number;
  /** Requests a minute; absent: does not count for the minute (a step of a run). */
  rate?: number;
  /** Whether it counts for the month. */
  counted: boolean;
}

export interface Reservation {
  /** What there was too little of; absent: granted. */
  refused?: 'minute' | 'month';
  /** When it was asked for, ms since the epoch. */
  at: number;
  /** Used by then in the month and in the minute, this one included. */
  used: number;
  minuteUsed: number;
}

export interface Used {
  used: number;
  minuteUsed: number;
}

/** Grants requests in their order, as long as there is room. What is refused for the month counts for the minute all the same. */
export function grant(
  before: Used,
  asked: readonly { wanted: ReservationRequest }[],
  at: number,
): { taken: Reservation[]; after: Used } {
  let { used, minuteUsed } = before;
  const taken = asked.map(({ wanted: { limit, rate, counted } }): Reservation => {
    if (rate !== undefined && minuteUsed >= rate) return { refused: 'minute', at, used, minuteUsed };
    if (rate !== undefined) minuteUsed++;
    if (counted && used >= limit) return { refused: 'month', at, used, minuteUsed };
    if (counted) used++;
    return { at, used, minuteUsed };
  });
  return { taken, after: { used, minuteUsed } };
}
