import { Body, Controller, Get, HttpCode, Param, Post, Query, Res } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { RouteConfig } from '@nestjs/platform-fastify';
import { Config, Pipelines, type PipelineSummary, type RunItemView, type RunView } from '@percept/core';
import type { FastifyReply } from 'fastify';
import { resolve } from 'node:path';
import { payerOf, type Caller } from '../access/caller';
import { Calling } from '../access/calling.decorator';
import { CheckedBody, CheckedQuery } from '../http/checked-body';
import { ItemQuery, Page } from './queries';
import { StartRun } from './start-run';

@ApiTags('pipelines')
@Controller('v2')
export class PipelinesController {
  private readonly roots: string[];

  constructor(
    private readonly pipelines: Pipelines,
    config: Config,
  ) {
    this.roots = config.dataRoots.map((root) => resolve(root));
  }

  @ApiOperation({ summary: 'The pipelines of the configured folder, with their findings.' })
  @Get('pipelines')
  @RouteConfig({ scope: 'pipelines' })
  async list(): Promise<{ pipelines: PipelineSummary[] }> {
    return { pipelines: await this.pipelines.list() };
  }

  @ApiOperation({ summary: 'Starts a run. Files are read from the configured data roots only.' })
  @Post('pipelines/:name/runs')
  @HttpCode(202)
  @RouteConfig({ scope: 'pipelines' })
  async start(
    @Param('name') name: string,
    @Body(new CheckedBody(StartRun)) body: StartRun,
    @Calling() caller: Caller,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<RunView> {
    const { source, file } = await this.pipelines.source(name);
    const run = await this.pipelines.start(source, file, { inputs: body.inputs, roots: this.roots, payer: payerOf(caller) });
    void reply.header('location', `/v2/runs/${run.id}`);
    return run;
  }

  @ApiOperation({ summary: 'The newest runs.' })
  @Get('runs')
  @RouteConfig({ scope: 'pipelines' })
  async runs(@Query(new CheckedQuery(Page)) { limit }: Page): Promise<{ runs: RunView[] }> {
    return { runs: await this.pipelines.runs(limit) };
  }

  @ApiOperation({ summary: 'The items of a run with what each of its steps gave, or why it failed.' })
  @Get('runs/:id/items')
  @RouteConfig({ scope: 'pipelines' })
  async items(@Param('id') id: string, @Query(new CheckedQuery(ItemQuery)) query: ItemQuery): Promise<{ items: RunItemView[] }> {
    await this.pipelines.get(id);
    return { items: await this.pipelines.items(id, query) };
  }

  @ApiOperation({ summary: 'State, counts, rate and failures of a run.' })
  @Get('runs/:id')
  @RouteConfig({ scope: 'pipelines' })
  get(@Param('id') id: string): Promise<RunView> {
    return this.pipelines.get(id);
  }

  @ApiOperation({ summary: 'Stops a run; what is finished is kept.' })
  @Post('runs/:id/cancel')
  @HttpCode(200)
  @RouteConfig({ scope: 'pipelines' })
  cancel(@Param('id') id: string): Promise<RunView> {
    return this.pipelines.cancel(id);
  }
}
