import { Type } from 'class-transformer';
import { IsArray, IsBoolean, IsInt, IsNumber, IsOptional, IsString, Matches, ValidateNested } from 'class-validator';
import { JSONSchema } from 'class-validator-jsonschema';
import type { Latency } from './latency';

const DAY = { message: 'must be a day such as 2026-01-31' };

/** The query of `GET /v1/usage`. */
export class UsageQuery {
  @JSONSchema({ description: 'The first day, in UTC; 29 days before `to` when absent.', examples: ['2026-01-01'] })
  @Matches(/^\d{4}-\d\d-\d\d$/, DAY)
  @IsOptional()
  from?: string;

  @JSONSchema({ description: 'The last day, in UTC; today when absent.' })
  @Matches(/^\d{4}-\d\d-\d\d$/, DAY)
  @IsOptional()
  to?: string;

  @JSONSchema({ description: "Only this key's; without the scope `admin` always one's own." })
  @IsString()
  @IsOptional()
  key_id?: string;
}

export class QuotaUsage {
  @JSONSchema({ description: 'In UTC.', examples: ['2026-01'] }) @IsString() month: string;
  @JSONSchema({ description: 'Requests a month.' }) @IsInt() limit: number;
  @IsInt() used: number;
  @IsInt() remaining: number;
  @JSONSchema({ format: 'date-time' }) @IsString() resets_at: string;
}

class RequestCounts {
  @IsInt() requests: number;
  @JSONSchema({ description: 'Of them answered with 400 and above.' }) @IsInt() errors: number;
}

export class DayUsage extends RequestCounts {
  @IsString() day: string;
}

export class LatencySummary implements Latency {
  @IsNumber() mean: number;
  @IsNumber() p50: number;
  @IsNumber() p95: number;
  @IsNumber() p99: number;
}

export class OperationUsage extends RequestCounts {
  @JSONSchema({ description: 'A capability, or method and path of another operation.' }) @IsString() operation: string;
  @JSONSchema({ description: 'Whether it is a capability; steps of pipeline runs count among its requests.' })
  @IsBoolean()
  capability: boolean;
  @JSONSchema({ description: 'Milliseconds of those that succeeded.' })
  @ValidateNested()
  @Type(() => LatencySummary)
  @IsOptional()
  latency_ms: LatencySummary | null;
}

export class KeyUsage extends RequestCounts {
  @JSONSchema({ description: 'Of the key, or of the administrator for requests of the dashboard.' }) @IsString() key_id: string;
  @IsString() name: string;
  @JSONSchema({ description: 'Of this month; null for who has no plan.' })
  @ValidateNested()
  @Type(() => QuotaUsage)
  @IsOptional()
  quota: QuotaUsage | null;
}

export class StatusCount {
  @IsInt() status: number;
  @IsInt() requests: number;
}

/** The answer of `GET /v1/usage`. */
export class UsageResponse {
  @IsString() from: string;
  @IsString() to: string;
  @JSONSchema({ description: "The calling key's; null for the dashboard." })
  @ValidateNested()
  @Type(() => QuotaUsage)
  @IsOptional()
  quota: QuotaUsage | null;
  @JSONSchema({ description: 'Every day of the range, quiet ones too.' })
  @IsArray()
  @ValidateNested({ each: true })
  @Type(() => DayUsage)
  days: DayUsage[];
  @IsArray() @ValidateNested({ each: true }) @Type(() => OperationUsage) operations: OperationUsage[];
  @IsArray() @ValidateNested({ each: true }) @Type(() => KeyUsage) keys: KeyUsage[];
  @IsArray() @ValidateNested({ each: true }) @Type(() => StatusCount) errors: StatusCount[];
}
