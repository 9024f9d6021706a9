import { Body, Controller, Get, Headers, HttpCode, Param, Post, Query, Req, Res } from '@nestjs/common';
import { RouteConfig } from '@nestjs/platform-fastify';
import { ApiAcceptedResponse, ApiBody, ApiCreatedResponse, ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { Pipelines, ScheduleResponse, Schedules, ScheduleViews, TickResponse, RUN_STATES } from '@percept/core';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Caller } from '../../access/auth/caller';
import { CurrentCaller } from '../../access/auth/current-caller.decorator';
import { rawBody } from '../../request/http/body/body-parsers';
import { ValidatedBody, ValidatedQuery } from '../../platform/rest/validation.pipe';
import { listSchema } from '../../platform/rest/list-schema';
import { ApiQueryClass } from '../../platform/rest/query-class';
import { TicksQuery } from '../runs/run-queries';
import { IsIn, IsOptional, IsString } from 'class-validator';
import { JSONSchema } from 'class-validator-jsonschema';

/** The body of `POST /v2/schedules/{pipeline}/{trigger}/pause`. */
class PauseRequest {
  @JSONSchema({
    description:
      'When it resumes by itself: an ISO 8601 date-time in the future, or a duration such as `7d`. Absent: when somebody resumes it.',
    examples: ['7d', '2027-01-01T00:00:00Z'],
  })
  @IsString()
  @IsOptional()
  until?: string;
}

class HookAddressResponse {
  @IsString() id: string;
  @JSONSchema({ description: 'The URL to POST to, without a key. Shown only once.' }) @IsString() url: string;
}

/** The answer to an accepted incoming request. */
class AcceptedRunResponse {
  @IsString() id: string;
  @IsIn(RUN_STATES) status: (typeof RUN_STATES)[number];
  @JSONSchema({ description: 'The URL of its state, which needs a key.' }) @IsString() status_url: string;
}

/** Triggers, which start runs automatically. */
@ApiTags('schedules')
@Controller('v2')
export class SchedulesController {
  constructor(
    private readonly schedules: Schedules,
    private readonly views: ScheduleViews,
    private readonly pipelines: Pipelines,
  ) {}

  @ApiOperation({ operationId: 'listSchedules', summary: 'Lists the triggers of all pipelines, each with its next five ticks.' })
  @ApiOkResponse(listSchema('schedules', ScheduleResponse))
  @Get('schedules')
  @RouteConfig({ scope: 'pipelines' })
  async list(@CurrentCaller() { projectId }: Caller): Promise<{ schedules: ScheduleResponse[] }> {
    return { schedules: await this.views.list({ projectId }) };
  }

  @ApiOperation({
    operationId: 'listTicks',
    summary:
      'Gets the triggers of a pipeline: the next five ticks, and past ticks with the run they started or the reason they started none.',
  })
  @ApiQueryClass(TicksQuery)
  @ApiOkResponse(listSchema('schedules', ScheduleResponse, { ticks: TickResponse }))
  @Get('pipelines/:name/ticks')
  @RouteConfig({ scope: 'pipelines' })
  async ticks(
    @Param('name') name: string,
    @Query(new ValidatedQuery(TicksQuery)) { limit }: TicksQuery,
    @CurrentCaller() { projectId }: Caller,
  ): Promise<{ schedules: ScheduleResponse[]; ticks: TickResponse[] }> {
    await this.pipelines.registry.source(name, projectId);
    const schedules = await this.views.list({ projectId, pipeline: name });
    return { schedules, ticks: await this.views.ticks(name, limit, projectId) };
  }

  @ApiOperation({
    operationId: 'pauseSchedule',
    summary: 'Pauses a trigger, for good or until a time. When it is resumed, its `catch_up` decides about the ticks in between.',
  })
  @ApiBody({ type: PauseRequest, required: false })
  @ApiOkResponse({ type: ScheduleResponse })
  @Post('schedules/:pipeline/:trigger/pause')
  @HttpCode(200)
  @RouteConfig({ scope: 'pipelines' })
  pause(
    @Param('pipeline') pipeline: string,
    @Param('trigger') trigger: string,
    @Body(new ValidatedBody(PauseRequest)) { until }: PauseRequest,
    @CurrentCaller() { projectId }: Caller,
  ): Promise<ScheduleResponse> {
    return this.views.pause(`${pipeline}/${trigger}`, { until, projectId });
  }

  @ApiOperation({ operationId: 'resumeSchedule', summary: 'Resumes a paused trigger.' })
  @ApiOkResponse({ type: ScheduleResponse })
  @Post('schedules/:pipeline/:trigger/resume')
  @HttpCode(200)
  @RouteConfig({ scope: 'pipelines' })
  resume(
    @Param('pipeline') pipeline: string,
    @Param('trigger') trigger: string,
    @CurrentCaller() { projectId }: Caller,
  ): Promise<ScheduleResponse> {
    return this.views.resume(`${pipeline}/${trigger}`, projectId);
  }

  @ApiOperation({
    operationId: 'createHookAddress',
    summary: 'Creates the URL of a webhook trigger, which is shown only once. The previous URL stops working at once.',
  })
  @ApiCreatedResponse({ type: HookAddressResponse })
  @Post('schedules/:pipeline/:trigger/address')
  @HttpCode(201)
  @RouteConfig({ scope: 'pipelines' })
  makeAddress(
    @Param('pipeline') pipeline: string,
    @Param('trigger') trigger: string,
    @CurrentCaller() { projectId }: Caller,
  ): Promise<HookAddressResponse> {
    return this.views.makeAddress(`${pipeline}/${trigger}`, projectId);
  }

  @ApiOperation({
    operationId: 'callHook',
    summary: 'Starts the run of a webhook trigger with the body as input. The URL itself is the credential.',
    description:
      'The body is JSON, a form or a text, whatever its type says. A trigger with `verify` takes it only with the signature of its ' +
      'sender. The challenge of Slack and the confirmation of a subscription of Amazon SNS are answered with 200, and start no run.',
  })
  @ApiBody({ required: false, schema: { description: 'Values for inputs, or the value that the trigger passes to its input.' } })
  @ApiAcceptedResponse({ type: AcceptedRunResponse })
  @ApiOkResponse({
    description: 'The answer to a challenge.',
    schema: { type: 'object', additionalProperties: { type: 'string' } },
  })
  @Post('hooks/:token')
  @HttpCode(202)
  @RouteConfig({ open: true, raw: true, hook: true })
  async hook(
    @Param('token') token: string,
    @Req() request: FastifyRequest,
    @Headers('idempotency-key') once: string | undefined,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<AcceptedRunResponse | Record<string, string>> {
    const { headers, query } = request;
    const sent = { body: await rawBody(request), headers, query: query as Record<string, unknown> };
    const outcome = await this.schedules.hook(token, sent, once);
    if ('answer' in outcome) {
      void reply.status(200);
      return outcome.answer;
    }
    const { id, status } = outcome.run;
    const status_url = `/v2/runs/${id}`;
    void reply.header('location', status_url);
    return { id, status, status_url };
  }
}
