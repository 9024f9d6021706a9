import { Controller, Get, HttpCode, Param, Post, Req, Res, type BeforeApplicationShutdown } from '@nestjs/common';
import { RouteConfig } from '@nestjs/platform-fastify';
import { ApiOkResponse, ApiOperation, ApiProduces, ApiTags } from '@nestjs/swagger';
import { IsIn, IsObject, IsOptional, IsString } from 'class-validator';
import { JSONSchema } from 'class-validator-jsonschema';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Caller } from '../auth/caller';
import { CurrentCaller } from '../auth/current-caller.decorator';
import { streamStates } from '../http/streams/event-stream';
import { Analyses } from './analyses';
import type { Progress } from '@percept/core';
import { ANALYSIS_STATES, type AnalysisEntity, type AnalysisState } from './analysis.entity';

/** The answer to `Prefer: respond-async`. */
export class AcceptedAnalysisResponse {
  @IsString() id: string;
  @IsIn(ANALYSIS_STATES) status: AnalysisState;
  @JSONSchema({ description: 'The URL of its state and result.' }) @IsString() status_url: string;
}

export class AnalysisResponse extends AcceptedAnalysisResponse {
  @IsString() capability: string;
  @JSONSchema({ format: 'date-time' }) @IsString() created_at: string;
  @JSONSchema({ format: 'date-time' }) @IsString() @IsOptional() ended_at: string | null;
  @JSONSchema({ description: "The capability's result, once it has succeeded." })
  @IsObject()
  @IsOptional()
  result: Record<string, unknown> | null;
  @JSONSchema({ description: 'Of a video in progress: `processed_frames`, `total_frames`, `percent`, `eta_seconds`.' })
  @IsObject()
  @IsOptional()
  progress: object | null;
  @JSONSchema({ description: 'Code, message and details, if it has failed.' })
  @IsObject()
  @IsOptional()
  error: object | null;
}

export function showAccepted({ id, status }: AnalysisEntity): AcceptedAnalysisResponse {
  return { id, status, status_url: `/v2/analyses/${id}` };
}

@ApiTags('analyses')
@Controller('v2/analyses')
export class AnalysesController implements BeforeApplicationShutdown {
  private readonly end = new AbortController();

  constructor(private readonly analyses: Analyses) {}

  @ApiOperation({
    summary: 'Gets the state and the result of an analysis that was sent with `Prefer: respond-async`. It is kept for a week.',
  })
  @ApiOkResponse({ type: AnalysisResponse })
  @Get(':id')
  @RouteConfig({ scope: 'predict' })
  async get(@Param('id') id: string, @CurrentCaller() caller: Caller): Promise<AnalysisResponse> {
    return show(await this.analyses.get(id, caller.projectId));
  }

  @ApiOperation({ summary: 'Cancels an analysis that is waiting or in progress. A video stops within a second.' })
  @ApiOkResponse({ type: AnalysisResponse })
  @Post(':id/cancel')
  @HttpCode(200)
  @RouteConfig({ scope: 'predict' })
  async cancel(@Param('id') id: string, @CurrentCaller() caller: Caller): Promise<AnalysisResponse> {
    return show(await this.analyses.cancel(id, caller.projectId));
  }

  @ApiOperation({ summary: 'Streams the state and progress of an analysis as Server-Sent Events until it ends.' })
  @ApiProduces('text/event-stream')
  @Get(':id/events')
  @RouteConfig({ scope: 'predict' })
  async events(
    @Param('id') id: string,
    @CurrentCaller() caller: Caller,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const look = async (): Promise<AnalysisResponse> => show(await this.analyses.get(id, caller.projectId));
    const first = await look();
    const isEnd = ({ ended_at }: AnalysisResponse): boolean => ended_at !== null;
    const stateOf = ({ status, progress }: AnalysisResponse): string =>
      `${status}-${(progress as Progress | null)?.processed_frames ?? 0}`;
    await streamStates(first, { look, isEnd, stateOf }, { request, reply, end: this.end.signal });
  }

  beforeApplicationShutdown(): void {
    this.end.abort();
  }
}

function show(row: AnalysisEntity): AnalysisResponse {
  const { capability, created_at, ended_at, progress, result, error } = row;
  return {
    ...showAccepted(row),
    capability,
    created_at: new Date(created_at).toISOString(),
    ended_at: ended_at === null ? null : new Date(ended_at).toISOString(),
    progress,
    result,
    error: error && { code: error.code, message: error.message, ...(error.details ? { details: error.details } : {}) },
  };
}
