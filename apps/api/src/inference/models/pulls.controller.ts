import { Controller, Get, HttpCode, Param, Post, Req, Res, type BeforeApplicationShutdown } from '@nestjs/common';
import { RouteConfig } from '@nestjs/platform-fastify';
import { ApiAcceptedResponse, ApiOkResponse, ApiOperation, ApiProduces, ApiTags } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { streamStates } from '../../request/http/streams/event-stream';
import { listSchema } from '../../platform/rest/list-schema';
import { CatalogueModelResponse, PullResponse } from './model-responses';
import { Pulls } from './pulls';

@ApiTags('models')
@Controller('v2')
export class PullsController implements BeforeApplicationShutdown {
  private readonly end = new AbortController();

  constructor(private readonly pulls: Pulls) {}

  @ApiOperation({
    operationId: 'listCatalogueModels',
    summary: "Lists the models that can be pulled: those in Percept's catalogue and in your own `catalogue.yaml`.",
  })
  @ApiOkResponse(listSchema('models', CatalogueModelResponse))
  @Get('catalogue')
  @RouteConfig({ scope: 'admin', installation: true })
  catalogue(): { models: CatalogueModelResponse[] } {
    return { models: this.pulls.catalogue() };
  }

  @ApiOperation({
    operationId: 'pullModel',
    summary:
      'Pulls a model of the catalogue, as `percept models pull` does: it verifies the file and resumes an interrupted download.',
    description:
      'The model can be used as soon as the pull has succeeded. If a pull of the model is in progress, the response describes it.',
  })
  @ApiAcceptedResponse({ type: PullResponse })
  @Post('models/:name/pull')
  @HttpCode(202)
  @RouteConfig({ scope: 'admin', installation: true })
  pull(@Param('name') name: string, @Res({ passthrough: true }) reply: FastifyReply): PullResponse {
    const pull = this.pulls.start(name);
    void reply.header('location', `/v2/models/${encodeURIComponent(name)}/pull`);
    return pull;
  }

  @ApiOperation({
    operationId: 'getModelPull',
    summary: "Gets the progress of the model's latest pull in the process that answers, which forgets it when it ends.",
  })
  @ApiOkResponse({ type: PullResponse })
  @Get('models/:name/pull')
  @RouteConfig({ scope: 'admin', installation: true })
  get(@Param('name') name: string): PullResponse {
    return this.pulls.get(name);
  }

  @ApiOperation({
    operationId: 'streamModelPull',
    summary: 'Streams the progress of a pull as Server-Sent Events until it ends.',
  })
  @ApiProduces('text/event-stream')
  @ApiOkResponse({ description: 'Events `progress` and `end`, each with the whole state.', type: PullResponse })
  @Get('models/:name/pull/events')
  @RouteConfig({ scope: 'admin', installation: true })
  async events(@Param('name') name: string, @Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    const look = async (): Promise<PullResponse> => this.pulls.get(name);
    const isEnd = ({ ended_at }: PullResponse): boolean => ended_at !== null;
    const stateOf = ({ status, bytes_done }: PullResponse): string => `${status}-${bytes_done}`;
    await streamStates({ look, isEnd, stateOf }, { request, reply, end: this.end.signal });
  }

  beforeApplicationShutdown(): void {
    this.end.abort();
  }
}
