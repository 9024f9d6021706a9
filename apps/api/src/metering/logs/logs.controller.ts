import { Controller, Get, Param, Query } from '@nestjs/common';
import { RouteConfig } from '@nestjs/platform-fastify';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { Store } from '@percept/core';
import { PerceptError } from '@percept/sdk';
import type { Caller } from '../../access/auth/caller';
import { CurrentCaller } from '../../access/auth/current-caller.decorator';
import { ValidatedQuery } from '../../platform/rest/validation.pipe';
import { pageSchema } from '../../platform/rest/list-schema';
import { ApiQueryClass } from '../../platform/rest/query-class';
import { LogHours } from './log-hours';
import { LogEntryResponse, LogHoursQuery, LogHoursResponse, LogQuery } from './log-responses';
import type { RequestLogEntity } from './request-log.entity';
import { findRequest, listRequests, type LogFilter } from './request-log.repository';
import { RequestRecorder } from './request-recorder';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const MAX_HOURS_MS = 31 * DAY_MS;

@ApiTags('logs')
@Controller('v2/logs')
export class LogsController {
  constructor(
    private readonly store: Store,
    private readonly recorder: RequestRecorder,
    private readonly hourly: LogHours,
  ) {}

  @ApiOperation({
    operationId: 'listLogEntries',
    summary: 'Lists the requests of the project, newest first. A key without the scope `admin` sees its own.',
  })
  @ApiQueryClass(LogQuery)
  @ApiOkResponse(pageSchema('entries', LogEntryResponse))
  @Get()
  @RouteConfig({ uncounted: true })
  async list(
    @Query(new ValidatedQuery(LogQuery)) query: LogQuery,
    @CurrentCaller() caller: Caller,
  ): Promise<{ entries: LogEntryResponse[]; next_cursor: string | null }> {
    const { limit, cursor } = query;
    await this.recorder.flush();
    const rows = await listRequests(this.store.reader, filterOf(query, caller), { limit, before: cursor });
    return { entries: rows.map(show), next_cursor: rows.length < limit ? null : rows.at(-1)!.id };
  }

  @ApiOperation({
    operationId: 'countLogHours',
    summary: 'Counts the requests that match, by hour: of the last 24 hours, or of up to 31 days.',
  })
  @ApiQueryClass(LogHoursQuery)
  @ApiOkResponse({ type: LogHoursResponse })
  @Get('hours')
  @RouteConfig({ uncounted: true })
  async hours(
    @Query(new ValidatedQuery(LogHoursQuery)) query: LogHoursQuery,
    @CurrentCaller() caller: Caller,
  ): Promise<LogHoursResponse> {
    await this.recorder.flush();
    const filter = filterOf(query, caller);
    const to = Math.min(filter.to ?? Infinity, Date.now());
    const from = filter.from ?? to - DAY_MS + HOUR_MS;
    if (to - from > MAX_HOURS_MS) throw PerceptError.invalid('from', "is more than 31 days before 'to'.");
    return { hours: await this.hourly.of(filter, from, to) };
  }

  @ApiOperation({ operationId: 'getLogEntry', summary: 'Gets a request by the `X-Request-Id` of its response.' })
  @ApiOkResponse({ type: LogEntryResponse })
  @Get(':request_id')
  @RouteConfig({ uncounted: true })
  async get(@Param('request_id') requestId: string, @CurrentCaller() caller: Caller): Promise<LogEntryResponse> {
    await this.recorder.flush();
    const row = await findRequest(this.store.reader, whoseOf(caller), requestId);
    if (!row) throw PerceptError.notFound(`A request '${requestId.slice(0, 60)}' in the log`);
    return show(row);
  }
}

/** Limits the log to what the caller may see. */
const whoseOf = ({ projectId, scopes, id }: Caller): Pick<LogFilter, 'projectId' | 'callerId'> => ({
  projectId,
  ...(!scopes.includes('admin') && { callerId: id }),
});

function filterOf(query: LogHoursQuery, caller: Caller): LogFilter {
  const { search, key_id, operation, status, min_ms: minMs, from, to, dashboard } = query;
  const time = (text?: string): number | undefined => (text === undefined ? undefined : Date.parse(text));
  const within = { minMs, from: time(from), to: time(to), ...(status && { status: rangeOf(status) }) };
  return { dashboard, callerId: key_id, search, operation, ...within, ...whoseOf(caller) };
}

/** `4xx` is 400 to 499. */
const rangeOf = (status: string): [number, number] =>
  status === 'error' ? [400, 599] : [Number(status.replaceAll('x', '0')), Number(status.replaceAll('x', '9'))];

function show(row: RequestLogEntity): LogEntryResponse {
  const { id, request_id, at, caller_kind, caller_id, caller_name, method, route, operation, status } = row;
  const { duration_ms, content_type, bytes, shape, body, answer, error_code: code, error_message, error_field } = row;
  return {
    ...{ id, request_id, at: new Date(at).toISOString(), caller_kind, key_id: caller_id, key_name: caller_name },
    ...{ method, path: route, operation, status, duration_ms, content_type, bytes },
    ...{ body, answer },
    shape: shape === null ? null : (JSON.parse(shape) as Record<string, string>),
    error: code === null ? null : { code, message: error_message ?? '', field: error_field },
  };
}
