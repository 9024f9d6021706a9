import { Controller, Get, Query } from '@nestjs/common';
import { RouteConfig } from '@nestjs/platform-fastify';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { Store } from '@percept/core';
import { PerceptError } from '@percept/sdk';
import { ApiKeys } from '../../access/auth/keys/api-keys';
import type { Caller } from '../../access/auth/caller';
import { CurrentCaller } from '../../access/auth/current-caller.decorator';
import { monthlyLimit } from '../../access/auth/plan';
import { ValidatedQuery } from '../../platform/rest/validation.pipe';
import { ApiQueryClass } from '../../platform/rest/query-class';
import { monthEnd, toMonth } from '../quota/calendar';
import { QuotaCounter } from '../quota/quota-counter';
import { UsageRecorder } from './usage-recorder';
import { byDay, byKey, byOperation, byStatus, type Counted } from './usage-report';
import { sumCapabilities, type UsageRange } from './usage-count.repository';
import { type DayUsage, type KeyUsage, type OperationUsage, type QuotaUsage, UsageQuery, UsageResponse } from './usage-responses';

const DAY_MS = 86_400_000;
const DAYS = 30;
const MAX_DAYS = 400;
const NONE: Counted = { requests: 0, errors: 0 };

@ApiTags('usage')
@Controller('v1/usage')
export class UsageController {
  constructor(
    private readonly store: Store,
    private readonly keys: ApiKeys,
    private readonly quota: QuotaCounter,
    private readonly usage: UsageRecorder,
  ) {}

  @ApiOperation({
    operationId: 'getUsage',
    summary: 'Gets the usage by day, operation and key, with latency, errors and the remaining quota of the month.',
  })
  @ApiQueryClass(UsageQuery)
  @ApiOkResponse({ type: UsageResponse })
  @Get()
  @RouteConfig({ uncounted: true })
  async get(@Query(new ValidatedQuery(UsageQuery)) query: UsageQuery, @CurrentCaller() caller: Caller): Promise<UsageResponse> {
    const keyId = caller.scopes.includes('admin') ? query.key_id : caller.id;
    const { from, to } = daysOf(query);
    const range: UsageRange = { projectId: caller.projectId, from, to, keyId };
    await this.usage.flush();
    const { reader } = this.store;
    const [days, own] = [byDay(reader, range), byDay(reader, range, 'dashboard')];
    const [operations, statuses] = [byOperation(reader, range), byStatus(reader, range)];
    const keys = await this.keysOf(range);
    return {
      ...{ from, to },
      quota: keys.find(({ key_id }) => key_id === caller.id)?.quota ?? null,
      days: everyDay(await days, await own, range),
      operations: [...(await operations)].map(([operation, { requests, errors, latency }]): OperationUsage => ({
        ...{ operation, capability: !operation.includes(' '), requests, errors, latency_ms: latency },
      })),
      keys,
      errors: [...(await statuses)].map(([status, requests]) => ({ status, requests })),
    };
  }

  /** Keys with their quota first, then callers without a key. */
  private async keysOf(range: UsageRange): Promise<KeyUsage[]> {
    const counts = await byKey(this.store.reader, range);
    const sums = await sumCapabilities(this.store.reader, range, 'key_id');
    const capabilitiesOf = (id: string) =>
      sums.filter(({ name }) => name === id).map(({ capability, requests, total_ms }) => ({ capability, requests, total_ms }));
    const records = (await this.keys.list(range.projectId)).filter(({ id }) => range.keyId === undefined || id === range.keyId);
    const used = await this.quota.used(records.map(({ id }) => id));
    const known = records.map((record): KeyUsage => {
      const { id: key_id, name } = record;
      const quota = quotaOf(monthlyLimit(record), used.get(key_id) ?? 0);
      return { key_id, name, ...(counts.get(key_id) ?? NONE), quota, capabilities: capabilitiesOf(key_id) };
    });
    const others = [...counts].filter(([id]) => !records.some((record) => record.id === id));
    return [
      ...known,
      ...others.map(([key_id, count]) => ({
        ...{ key_id, name: nameOf(key_id), ...count },
        ...{ quota: null, capabilities: capabilitiesOf(key_id) },
      })),
    ];
  }
}

/** The name of a caller without a key: an administrator, or pipelines that a trigger or the dashboard started. */
const nameOf = (id: string): string => (id.startsWith('adm_') ? 'dashboard' : id);

function quotaOf(limit: number, used: number): QuotaUsage {
  const now = Date.now();
  const resets_at = new Date(monthEnd(now)).toISOString();
  return { month: toMonth(now), limit, used, remaining: Math.max(0, limit - used), resets_at };
}

const dayOf = (time: number): string => new Date(time).toISOString().slice(0, 10);

/** @throws INVALID_REQUEST for `from` or `to`. */
function daysOf({ from, to = dayOf(Date.now()) }: UsageQuery): { from: string; to: string } {
  const last = timeOf('to', to);
  const first = from === undefined ? last - (DAYS - 1) * DAY_MS : timeOf('from', from);
  if (first > last) throw PerceptError.invalid('from', `must not be after 'to' (${to}).`);
  if (last - first > MAX_DAYS * DAY_MS)
    throw PerceptError.invalid('from', `must be at most ${MAX_DAYS} days before 'to' (${to}).`);
  return { from: dayOf(first), to };
}

function timeOf(field: string, day: string): number {
  const time = Date.parse(`${day}T00:00:00Z`);
  if (Number.isNaN(time) || dayOf(time) !== day) throw PerceptError.invalid(field, `'${day}' is not a day of the calendar.`);
  return time;
}

type Counts = Map<string, Counted>;

function everyDay(counts: Counts, dashboard: Counts, { from, to }: UsageRange): DayUsage[] {
  const days: DayUsage[] = [];
  for (let time = Date.parse(from); time <= Date.parse(to); time += DAY_MS) {
    const day = dayOf(time);
    days.push({ day, ...(counts.get(day) ?? NONE), dashboard: dashboard.get(day) ?? NONE });
  }
  return days;
}
