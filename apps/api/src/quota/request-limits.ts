import { Inject, Injectable } from '@nestjs/common';
import { Config, PerceptError } from '@percept/core';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Caller } from '../auth/caller';
import { MAX_MONTHLY } from '../auth/plan';
import { MINUTE_MS, minuteOf } from './calendar';
import { QuotaCounter } from './quota-counter';
import { limitHeaders } from './rate-limit-headers';
import { quotaExceeded } from './quota-exceeded';
import type { Reservation, ReservationRequest } from './reservation';

declare module 'fastify' {
  interface FastifyRequest {
    /** What this request took, until it is answered. */
    taken?: { wanted: ReservationRequest; taken: Reservation };
  }
}

/** The status of a caller who hung up, or of a run's call that was stopped; that is no refusal. */
export const CALLER_GONE = 499;

/** Holds callers to the limits of their keys and says on every answer where they stand. */
@Injectable()
export class Limits {
  /** Keys that used up a minute: further requests in it are refused without asking the database. */
  private readonly usedUp = new Map<string, Reservation>();

  constructor(
    @Inject(QuotaCounter) private readonly counting: QuotaCounter,
    private readonly config: Config,
  ) {}

  /** @throws RATE_LIMITED, QUOTA_EXCEEDED. */
  async enter(request: FastifyRequest, reply: FastifyReply, { counted }: { counted: boolean }): Promise<void> {
    const { kind, id: keyId, accountId, monthlyLimit } = request.caller!;
    const limit = monthlyLimit ?? MAX_MONTHLY;
    if (kind === 'anyone') return void reply.headers(limitHeaders(Date.now(), { limit, used: 0, minuteUsed: 0 }));
    // A session has no plan, but its minute.
    if (monthlyLimit === undefined) counted = false;
    const wanted = { keyId, accountId, limit, rate: this.config.PERCEPT_RATE_PER_MINUTE, counted };
    const taken = this.known(keyId) ?? (await this.counting.reserve(wanted));
    reply.headers(limitHeaders(taken.at, { ...wanted, ...taken }));
    if (taken.refused === 'minute') this.usedUp.set(keyId, taken);
    if (taken.refused) throw refusal(request.caller!, wanted, taken);
    if (counted) request.taken = { wanted, taken };
  }

  /** What was refused does not count. */
  async settle(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const { taken: entry } = request;
    if (!entry || reply.statusCode < 400 || reply.statusCode === CALLER_GONE) return;
    request.taken = undefined;
    const standing = await this.counting.refund(entry.wanted, entry.taken);
    reply.headers(limitHeaders(standing.at, { ...entry.wanted, ...standing }));
  }

  private known(keyId: string): Reservation | undefined {
    const taken = this.usedUp.get(keyId);
    if (!taken) return undefined;
    const now = Date.now();
    if (minuteOf(taken.at) === minuteOf(now)) return { ...taken, at: now };
    this.usedUp.delete(keyId);
    return undefined;
  }
}

/** Gives back before the answer goes out: whoever reads it may rely on the request being there again. */
export function settleLimits(fastify: FastifyInstance, limits: Limits): void {
  fastify.addHook('onSend', (request, reply) => limits.settle(request, reply));
}

function refusal({ kind, name }: Caller, { limit, rate }: ReservationRequest, { refused, at }: Reservation): PerceptError {
  if (refused === 'minute') {
    const retryAfterS = ((minuteOf(at) + 1) * MINUTE_MS - at) / 1000;
    return new PerceptError(
      'RATE_LIMITED',
      `The ${kind === 'key' ? 'key' : 'session of'} '${name}' has used its ${rate} requests of this minute.`,
      { retryAfterS },
    );
  }
  return quotaExceeded(name, limit, at);
}
