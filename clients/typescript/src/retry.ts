/** Seconds between the tries, as the interface of the service recommends: then it is given up. */
const WAITS_S = [1, 2, 4, 8];
/** A month's quota that is used up is not worth waiting for. */
const LONGEST_WAIT_S = 60;
const REFUSED = [429, 503];
const BROKEN = [502, 504];

export interface RetryOptions {
  /** How often a refused or broken request is sent again: 4 by default, 0 for never. */
  retries?: number;
  /** What sends requests: the global `fetch` by default. */
  fetch?: (request: Request) => Promise<Response>;
  /** Waits that many milliseconds; for tests. */
  sleep?: (ms: number, signal?: AbortSignal) => Promise<void>;
}

export function pause(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const abort = (): void => {
      clearTimeout(timer);
      reject(signal!.reason as Error);
    };
    if (signal?.aborted) return reject(signal.reason as Error);
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', abort);
      resolve();
    }, ms);
    signal?.addEventListener('abort', abort, { once: true });
  });
}

/**
 * A fetch that sends again what the service refused for the moment, after `Retry-After` or 1, 2, 4 and 8 seconds. What may have
 * been done already (a broken connection, 502, 504) is only sent again if doing it twice is the same as once.
 */
export function retrying({ retries = WAITS_S.length, fetch: send = fetch, sleep = pause }: RetryOptions = {}) {
  return async (request: Request): Promise<Response> => {
    for (let count = 0; ; count++) {
      const isLast = count >= retries;
      let response: Response;
      try {
        response = await send(isLast ? request : request.clone());
      } catch (error) {
        if (isLast || request.signal.aborted || !isRepeatable(request)) throw error;
        await sleep(waitOf(count) * 1_000, request.signal);
        continue;
      }
      const after = Number(response.headers.get('retry-after') ?? NaN);
      // A proxy may send a date.
      const wait = Number.isNaN(after) ? waitOf(count) : after;
      const mayPass = REFUSED.includes(response.status) || (BROKEN.includes(response.status) && isRepeatable(request));
      if (isLast || !mayPass || !(wait <= LONGEST_WAIT_S)) return response;
      await response.body?.cancel();
      await sleep(wait * 1_000, request.signal);
    }
  };
}

const waitOf = (count: number): number => WAITS_S[Math.min(count, WAITS_S.length - 1)]!;

/** Of requests with the same key the service does one; an analysis changes nothing. */
const isRepeatable = ({ method, headers }: Request): boolean =>
  (method !== 'POST' && method !== 'PATCH') || headers.has('idempotency-key');
