import { type Clock, type Store, systemClock } from '@percept/core';
import { IsInt, IsNumber, IsObject, IsString, OrNull, IsNested, JSONSchema, IsTime } from '@percept/sdk/decorators';
import { MAX_RECENT, type RecentAttempt, recentAttempts } from '../entities/attempt.repository';
import { listEndpoints } from '../entities/endpoint.repository';

const DAY_MS = 24 * 3_600_000;
class LastFailureResponse {
  @IsString() delivery_id: string;
  @IsTime() at: string;
  @IsInt() @OrNull() status: number | null;
  @IsString() reason: string;
}

/** The results of the deliveries to one endpoint. */
export class WebhookStatisticsResponse {
  @IsString() webhook_id: string;
  @JSONSchema({ description: `Deliveries of the last 24 hours, the latest ${MAX_RECENT} at most.` })
  @IsInt()
  deliveries: number;
  @IsInt() succeeded: number;
  @JSONSchema({ description: 'Deliveries that were given up.' }) @IsInt() exhausted: number;
  @JSONSchema({ description: 'Share of the attempts that the endpoint accepted, 0 to 1; null without attempts.' })
  @IsNumber()
  @OrNull()
  success_rate: number | null;
  @IsInt() attempts: number;
  @JSONSchema({ description: 'Milliseconds of an attempt; null without attempts.' })
  @IsNumber()
  @OrNull()
  p50_ms: number | null;
  @IsNumber() @OrNull() p95_ms: number | null;
  @IsObject() @IsNested(() => LastFailureResponse) @OrNull() last_failure: LastFailureResponse | null;
}

/** Statistics of the deliveries of the last 24 hours, by endpoint. */
export class WebhookStatistics {
  constructor(
    private readonly store: Store,
    private readonly clock: Clock = systemClock,
  ) {}

  /** Counts the deliveries of each endpoint, oldest endpoint first; of all projects without `projectId`. */
  async list(projectId?: string): Promise<WebhookStatisticsResponse[]> {
    const { reader } = this.store;
    const since = this.clock.now() - DAY_MS;
    const found: WebhookStatisticsResponse[] = [];
    for (const { id } of await listEndpoints(reader, projectId)) {
      found.push(statisticsOf(id, await recentAttempts(reader, id, since)));
    }
    return found;
  }
}

function statisticsOf(webhook_id: string, rows: readonly RecentAttempt[]): WebhookStatisticsResponse {
  const states = [...new Map(rows.map(({ id, state }) => [id, state])).values()];
  const attempts = rows.filter(({ number }) => number !== null);
  const failed = attempts.filter(({ reason }) => reason !== null);
  const durations = attempts.map(({ duration_ms }) => duration_ms).sort((one, other) => one - other);
  return {
    webhook_id,
    deliveries: states.length,
    succeeded: states.filter((state) => state === 'succeeded').length,
    exhausted: states.filter((state) => state === 'exhausted').length,
    success_rate: attempts.length === 0 ? null : (attempts.length - failed.length) / attempts.length,
    attempts: attempts.length,
    p50_ms: quantile(durations, 0.5),
    p95_ms: quantile(durations, 0.95),
    last_failure: lastOf(failed),
  };
}

/** The nearest-rank quantile. @param sorted in ascending order. */
const quantile = (sorted: readonly number[], share: number): number | null =>
  sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? null;

function lastOf(failed: readonly RecentAttempt[]): LastFailureResponse | null {
  if (failed.length === 0) return null;
  const { id, at, status, reason } = failed.reduce((last, each) => (Number(each.at) > Number(last.at) ? each : last));
  return { delivery_id: id, at: new Date(Number(at)).toISOString(), status, reason: reason! };
}
