import { Injectable } from '@nestjs/common';
import type { Exchange } from '@percept/compat';
import { PerceptError } from '@percept/sdk';
import { ClientDisconnected } from '../../request/http/client-disconnected';
import { CLIENT_DISCONNECTED, isPaid, RequestLimits } from '../../metering/quota/request-limits';
import { UsageRecorder } from '../../metering/usage/usage-recorder';

/**
 * Counts and reports each call of a request that may make several. A failed call does not count, unless its caller cancelled it or
 * it took too long.
 */
@Injectable()
export class CallMeter {
  constructor(
    private readonly limits: RequestLimits,
    private readonly usage: UsageRecorder,
  ) {}

  /** @throws QUOTA_EXCEEDED, and what the work throws. */
  async run<T>({ request, reply }: Exchange, operation: string, work: () => Promise<T>): Promise<T> {
    const refund = await this.limits.reserveCall(request, reply);
    const { projectId, id: keyId } = request.caller!;
    const started = performance.now();
    request.recordedCalls = true;
    const record = (status: number): void =>
      this.usage.record({ projectId, keyId, operation, status, durationMs: performance.now() - started });
    try {
      const result = await work();
      record(200);
      return result;
    } catch (error) {
      if (error instanceof ClientDisconnected) {
        record(CLIENT_DISCONNECTED);
        throw error;
      }
      const status = error instanceof PerceptError ? error.status : 500;
      if (!isPaid(status)) await refund();
      record(status);
      throw error;
    }
  }

  /** As `run`, for an accepted call: it is recorded when it ends. */
  async accept<T>({ request, reply }: Exchange, work: () => Promise<T>): Promise<T> {
    const refund = await this.limits.reserveCall(request, reply);
    try {
      const accepted = await work();
      request.recordedCalls = true;
      return accepted;
    } catch (error) {
      await refund();
      throw error;
    }
  }
}
