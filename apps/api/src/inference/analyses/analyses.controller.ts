import {
  Body,
  Controller,
  Get,
  HttpCode,
  Param,
  Patch,
  Post,
  Req,
  Res,
  StreamableFile,
  type BeforeApplicationShutdown,
} from '@nestjs/common';
import { RouteConfig } from '@nestjs/platform-fastify';
import { ApiOkResponse, ApiOperation, ApiProduces, ApiTags } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Caller } from '../../access/auth/caller';
import { CurrentCaller } from '../../access/auth/current-caller.decorator';
import { ValidatedBody } from '../../platform/rest/validation.pipe';
import { streamStates } from '../../request/http/streams/event-stream';
import { Analyses } from './analyses';
import { AnalysisResponse, showAnalysis } from './analysis-responses';
import { CorrectionRequest } from '../../request/http/correction-request';

@ApiTags('analyses')
@Controller('v2/analyses')
export class AnalysesController implements BeforeApplicationShutdown {
  private readonly end = new AbortController();

  constructor(private readonly analyses: Analyses) {}

  @ApiOperation({
    operationId: 'getAnalysis',
    summary: 'Gets the state and the result of an analysis that was accepted with 202. It is kept for a week.',
  })
  @ApiOkResponse({ type: AnalysisResponse })
  @Get(':id')
  @RouteConfig({ scope: 'predict' })
  async get(@Param('id') id: string, @CurrentCaller() caller: Caller): Promise<AnalysisResponse | StreamableFile> {
    const row = await this.analyses.get(id, caller.projectId);
    if (!row.row_counts) return showAnalysis(row);
    return new StreamableFile(this.analyses.stream(row), { type: 'application/json; charset=utf-8' });
  }

  @ApiOperation({
    operationId: 'correctAnalysis',
    summary: 'Corrects values of the result of an analysis. `corrections` of the result keeps what the machine said beside each.',
  })
  @ApiOkResponse({ type: AnalysisResponse })
  @Patch(':id')
  @RouteConfig({ scope: 'predict', audited: true })
  async correct(
    @Param('id') id: string,
    @Body(new ValidatedBody(CorrectionRequest)) { corrections }: CorrectionRequest,
    @CurrentCaller() caller: Caller,
  ): Promise<AnalysisResponse> {
    return showAnalysis(await this.analyses.correct(id, corrections, caller));
  }

  @ApiOperation({
    operationId: 'cancelAnalysis',
    summary: 'Cancels an analysis that is waiting or in progress. A video stops within a second.',
  })
  @ApiOkResponse({ type: AnalysisResponse })
  @Post(':id/cancel')
  @HttpCode(200)
  @RouteConfig({ scope: 'predict' })
  async cancel(@Param('id') id: string, @CurrentCaller() caller: Caller): Promise<AnalysisResponse> {
    return showAnalysis(await this.analyses.cancel(id, caller.projectId));
  }

  @ApiOperation({
    operationId: 'streamAnalysis',
    summary: 'Streams the state and progress of an analysis as Server-Sent Events until it ends.',
    description: 'A result that is too large for an event is null here: get the analysis.',
  })
  @ApiProduces('text/event-stream')
  @ApiOkResponse({ description: 'The data of each event is the analysis.', schema: { type: 'string' } })
  @Get(':id/events')
  @RouteConfig({ scope: 'predict', stream: true })
  async events(
    @Param('id') id: string,
    @CurrentCaller() caller: Caller,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const look = async (): Promise<AnalysisResponse> => showAnalysis(await this.analyses.get(id, caller.projectId));
    const isEnd = ({ ended_at }: AnalysisResponse): boolean => ended_at !== null;
    const stateOf = ({ status, progress }: AnalysisResponse): string => `${status}-${progress?.processed_frames ?? 0}`;
    await streamStates({ look, isEnd, stateOf }, { request, reply, end: this.end.signal });
  }

  beforeApplicationShutdown(): void {
    this.end.abort();
  }
}
