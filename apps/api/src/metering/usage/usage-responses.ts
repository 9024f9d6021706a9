import {
  IsBoolean,
  IsInt,
  IsNumber,
  IsOptional,
  IsString,
  Matches,
  OrNull,
  IsListOf,
  IsNested,
  JSONSchema,
  IsTime,
} from '@percept/sdk/decorators';
import type { Latency } from './latency';

const DAY = { message: 'must be a day such as 2026-01-31' };

/** The query of `GET /v1/usage`. */
export class UsageQuery {
  @JSONSchema({ description: 'The first day, in UTC; 29 days before `to` by default.', examples: ['2026-01-01'] })
  @Matches(/^\d{4}-\d\d-\d\d$/, DAY)
  @IsOptional()
  from?: string;

  @JSONSchema({ description: 'The last day, in UTC; today by default.' })
  @Matches(/^\d{4}-\d\d-\d\d$/, DAY)
  @IsOptional()
  to?: string;

  @JSONSchema({ description: 'Only the usage of this key. Without the scope `admin`, always the calling key.' })
  @IsString()
  @IsOptional()
  key_id?: string;
}

export class QuotaUsage {
  @JSONSchema({ description: 'In UTC.', examples: ['2026-01'] }) @IsString() month: string;
  @JSONSchema({ description: 'Requests a month.' }) @IsInt() limit: number;
  @IsInt() used: number;
  @IsInt() remaining: number;
  @IsTime() resets_at: string;
}

class RequestCounts {
  @IsInt() requests: number;
  @JSONSchema({ description: 'Responses with a status of 400 or above.' }) @IsInt() errors: number;
}

export class DayUsage extends RequestCounts {
  @IsString() day: string;
  @JSONSchema({
    description: "Of them what the dashboard's pages asked for themselves. Calls of capabilities are not among them.",
  })
  @IsNested(() => RequestCounts)
  dashboard: RequestCounts;
}

export class LatencySummary implements Latency {
  @IsNumber() mean: number;
  @IsNumber() p50: number;
  @IsNumber() p95: number;
  @IsNumber() p99: number;
}

export class OperationUsage extends RequestCounts {
  @JSONSchema({ description: 'A capability, or the method and path of another operation.' }) @IsString() operation: string;
  @JSONSchema({ description: 'Whether it is a capability. Its requests include the steps of pipeline runs.' })
  @IsBoolean()
  capability: boolean;
  @JSONSchema({ description: 'Of successful requests, in milliseconds.' })
  @IsNested(() => LatencySummary)
  @OrNull()
  latency_ms: LatencySummary | null;
}

class KeyCapability {
  @IsString() capability: string;
  @IsInt() requests: number;
  @JSONSchema({ description: 'Milliseconds of all its requests together, the steps of pipeline runs included.' })
  @IsInt()
  total_ms: number;
}

export class KeyUsage extends RequestCounts {
  @JSONSchema({ description: 'The id of the key, or of the administrator for requests from the dashboard.' })
  @IsString()
  key_id: string;
  @IsString() name: string;
  @JSONSchema({ description: "This month's quota; null for callers without a plan." })
  @IsNested(() => QuotaUsage)
  @OrNull()
  quota: QuotaUsage | null;
  @JSONSchema({ description: 'What it used, most time first.' })
  @IsListOf(() => KeyCapability)
  capabilities: KeyCapability[];
}

class StatusCount {
  @IsInt() status: number;
  @IsInt() requests: number;
}

/** The answer of `GET /v1/usage`. */
export class UsageResponse {
  @IsString() from: string;
  @IsString() to: string;
  @JSONSchema({ description: 'The quota of the calling key; null for the dashboard.' })
  @IsNested(() => QuotaUsage)
  @OrNull()
  quota: QuotaUsage | null;
  @JSONSchema({ description: 'Every day of the range, including days without requests.' })
  @IsListOf(() => DayUsage)
  days: DayUsage[];
  @IsListOf(() => OperationUsage) operations: OperationUsage[];
  @IsListOf(() => KeyUsage) keys: KeyUsage[];
  @IsListOf(() => StatusCount) errors: StatusCount[];
}
