import { Injectable } from '@nestjs/common';
import { Config, ERRORS } from '@percept/core';
import { PerceptError } from '@percept/sdk';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Caller } from '../../access/auth/caller';
import { MAX_MONTHLY } from '../../access/auth/plan';
import { MINUTE_MS, toMinute, monthEnd } from './calendar';
import { QuotaCounter } from './quota-counter';
import { rateLimitHeaders, UNLIMITED } from './rate-limit-headers';
import { quotaExceeded } from './quota-exceeded';
import { ProjectRate } from './project-rate';
import type { Reservation, ReservationRequest } from './reservation';

declare module 'fastify' {
  interface FastifyRequest {
    /** The reservation of this request, until it is answered. */
    reservation?: { request: ReservationRequest; granted: Reservation };
    /** Whether one of its calls was counted. The first call uses the request's own place in the minute. */
    hasCall?: boolean;
  }
}

/** The status for a disconnected client or a stopped call of a run. It is not a refusal. */
export const CLIENT_DISCONNECTED = 499;

/**
 * Whether the request counts: callers also pay if they disconnect or if their request exceeds a time limit, because the work was
 * done.
 */
export const isPaid = (status: number): boolean =>
  status < 400 || status === CLIENT_DISCONNECTED || status === ERRORS.TIMEOUT.status;

/** Holds callers to the limits of their keys and reports the limits on every response. */
@Injectable()
export class RequestLimits {
  /**
   * The latest reservation of each caller. Once a caller has used up a minute, further requests in it are refused without a query.
   */
  private readonly latest = new Map<string, Reservation>();

  private readonly projectRate: ProjectRate;

  constructor(
    private readonly quota: QuotaCounter,
    private readonly config: Config,
  ) {
    this.projectRate = new ProjectRate(Math.max(config.PERCEPT_RATE_PER_MINUTE, config.projectLimits.rate_per_minute));
  }

  /** @throws RATE_LIMITED, QUOTA_EXCEEDED. */
  async reserve(request: FastifyRequest, reply: FastifyReply, { counted }: { counted: boolean }): Promise<void> {
    const { kind, id: keyId, projectId, monthlyLimit } = request.caller!;
    const limit = monthlyLimit ?? MAX_MONTHLY;
    if (kind === 'anyone') return void reply.headers(rateLimitHeaders(UNLIMITED));
    // A session has a limit per minute but no monthly plan.
    if (monthlyLimit === undefined) counted = false;
    this.checkProject(projectId);
    const wanted = { keyId, projectId, limit, rate: this.config.PERCEPT_RATE_PER_MINUTE, counted };
    const granted = this.refusedThisMinute(keyId) ?? (await this.quota.reserve(wanted));
    reply.headers(rateLimitHeaders({ ...wanted, ...granted }, granted.at));
    this.latest.set(keyId, granted);
    if (granted.refused) throw refusal(request.caller!, wanted, granted);
    if (counted) request.reservation = { request: wanted, granted };
  }

  /** Reports the limits as of the caller's last request, for a request that is refused without a query. */
  showLatest({ caller }: FastifyRequest, reply: FastifyReply): void {
    const [now, last] = [Date.now(), this.latest.get(caller!.id)];
    const used = last && monthEnd(last.at) === monthEnd(now) ? last.used : 0;
    const minuteUsed = last && toMinute(last.at) === toMinute(now) ? last.minuteUsed : 0;
    const [limit, rate] = [caller!.monthlyLimit ?? MAX_MONTHLY, this.config.PERCEPT_RATE_PER_MINUTE];
    reply.headers(rateLimitHeaders({ limit, used, minuteUsed, ...(caller!.kind !== 'anyone' && { rate }) }, now));
  }

  /** Refunds a refused request before its response is sent, so that a caller who has the response can rely on the refund. */
  async refundFailed(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const { reservation } = request;
    if (!reservation || isPaid(reply.statusCode)) return;
    request.reservation = undefined;
    const status = await this.quota.refund(reservation.request, reservation.granted);
    reply.headers(rateLimitHeaders({ ...reservation.request, ...status }, status.at));
  }

  /**
   * Counts one call of a capability. Its request, which may make any number of calls, was reserved without counting. Like separate
   * requests, each call counts for the month and each after the first for the minute.
   * @returns what refunds the call.
   * @throws RATE_LIMITED, QUOTA_EXCEEDED.
   */
  async reserveCall(request: FastifyRequest, reply: FastifyReply): Promise<() => Promise<void>> {
    const { kind, id: keyId, projectId, monthlyLimit: limit } = request.caller!;
    if (kind === 'anyone' || limit === undefined) return async () => {};
    const rate = this.config.PERCEPT_RATE_PER_MINUTE;
    const wanted = { keyId, projectId, limit, counted: true, ...(request.hasCall && { rate }) };
    if (request.hasCall) this.checkProject(projectId);
    request.hasCall = true;
    const granted = await this.quota.reserve(wanted);
    // Returns nothing, because a reply is a promise of its own end.
    const show = (status: Reservation): void => void reply.headers(rateLimitHeaders({ ...wanted, rate, ...status }, status.at));
    show(granted);
    if (granted.refused) throw refusal(request.caller!, { ...wanted, rate }, granted);
    return async () => show(await this.quota.refund(wanted, granted));
  }

  /** @throws RATE_LIMITED. */
  private checkProject(projectId: string): void {
    const retryAfterS = this.projectRate.take(projectId, Date.now());
    if (retryAfterS === undefined) return;
    const message = `The keys of this project have used its requests of this minute. \`rate_per_minute\` of PERCEPT_PROJECT_LIMITS sets the limit.`;
    throw new PerceptError('RATE_LIMITED', message, { retryAfterS });
  }

  private refusedThisMinute(keyId: string): Reservation | undefined {
    const [now, last] = [Date.now(), this.latest.get(keyId)];
    return last?.refused === 'minute' && toMinute(last.at) === toMinute(now) ? { ...last, at: now } : undefined;
  }
}

function refusal({ kind, name }: Caller, { limit, rate }: ReservationRequest, granted: Reservation): PerceptError {
  const { refused, at } = granted;
  if (refused === 'minute') {
    const retryAfterS = ((toMinute(at) + 1) * MINUTE_MS - at) / 1000;
    return new PerceptError(
      'RATE_LIMITED',
      `The ${kind === 'key' ? 'key' : 'session of'} '${name}' has used its ${rate} requests of this minute.`,
      { retryAfterS },
    );
  }
  return quotaExceeded(name, limit, granted);
}
