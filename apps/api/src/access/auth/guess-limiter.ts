import { type Clock } from '@percept/core';
import { PerceptError } from '@percept/sdk';

const MINUTE_MS = 60_000;
/** Further addresses in the same minute share one count, which bounds the memory. */
const MAX_ADDRESSES = 20_000;
const OTHERS = 'others';

/** Counts failed guesses by address, and refuses further ones for the rest of the window. The counts are kept in this process. */
export class Attempts {
  private failures = new Map<string, number>();
  private window = 0;

  constructor(
    private readonly most: number,
    private readonly clock: Clock,
    private readonly windowMs = MINUTE_MS,
  ) {}

  /** @throws RATE_LIMITED after too many failed guesses from that address. */
  check(address: string): void {
    if ((this.current().get(this.countedAs(address)) ?? 0) < this.most) return;
    const retryAfterS = Math.ceil((this.windowMs - (this.clock.now() % this.windowMs)) / 1000);
    const minutes = Math.ceil(retryAfterS / 60);
    const wait = minutes === 1 ? 'a minute' : `${minutes} minutes`;
    throw new PerceptError('RATE_LIMITED', `Too many failed attempts: wait ${wait}.`, { retryAfterS });
  }

  failed(address: string): void {
    const failures = this.current();
    const counted = this.countedAs(address);
    failures.set(counted, (failures.get(counted) ?? 0) + 1);
  }

  forget(address: string): void {
    this.current().delete(this.countedAs(address));
  }

  private current(): Map<string, number> {
    const window = Math.floor(this.clock.now() / this.windowMs);
    if (window !== this.window) this.failures = new Map();
    this.window = window;
    return this.failures;
  }

  private countedAs(address: string): string {
    const network = networkOf(address);
    return this.failures.size < MAX_ADDRESSES || this.failures.has(network) ? network : OTHERS;
  }
}

/** One machine can have 2^64 IPv6 addresses, so its network is counted. */
function networkOf(address: string): string {
  if (!address.includes(':') || address.includes('.')) return address;
  return address.split('::')[0]!.split(':').slice(0, 4).join(':');
}
