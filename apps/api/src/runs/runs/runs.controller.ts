import {
  type BeforeApplicationShutdown,
  Body,
  Controller,
  Delete,
  Get,
  HttpCode,
  Param,
  Patch,
  Post,
  Query,
  Req,
  Res,
  StreamableFile,
} from '@nestjs/common';
import { RouteConfig } from '@nestjs/platform-fastify';
import { ApiAcceptedResponse, ApiOkResponse, ApiOperation, ApiProduces, ApiTags } from '@nestjs/swagger';
import { Pipelines, RunDetailResponse, RunItemResponse, RunResponse, RunTimelineResponse } from '@percept/core';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { setMaxListeners } from 'node:events';
import { Readable } from 'node:stream';
import type { Caller } from '../../access/auth/caller';
import { CorrectionRequest } from '../../request/http/correction-request';
import { CurrentCaller } from '../../access/auth/current-caller.decorator';
import { ValidatedBody, ValidatedQuery } from '../../platform/rest/validation.pipe';
import { streamStates, type Watching } from '../../request/http/streams/event-stream';
import { pageSchema } from '../../platform/rest/list-schema';
import { ApiQueryClass } from '../../platform/rest/query-class';
import { ItemFiles, type SentFile } from './item-files';
import { ItemAt, ItemFileQuery, ItemQuery, RunsQuery } from './run-queries';

/** Watches a run for an event stream. */
function watching(look: () => Promise<RunResponse>): Watching<RunResponse> {
  return { look, isEnd: ({ status }) => Pipelines.ENDED.includes(status), stateOf };
}

/** A text that changes with every visible change of the run. */
function stateOf({ status, counts }: RunResponse): string {
  return [status, counts.total, counts.running, counts.succeeded, counts.failed].join('-');
}

const scoped = { scope: 'pipelines' } as const;

@ApiTags('pipelines')
@Controller('v2/runs')
export class RunsController implements BeforeApplicationShutdown {
  private readonly streams = new AbortController();

  constructor(
    private readonly pipelines: Pipelines,
    private readonly files: ItemFiles,
  ) {
    setMaxListeners(0, this.streams.signal);
  }

  /** Ends the event streams: the server waits for every answer, and these would last as long as their runs. */
  beforeApplicationShutdown(): void {
    this.streams.abort();
  }

  @ApiOperation({ operationId: 'listRuns', summary: 'Lists the runs, newest first.' })
  @ApiQueryClass(RunsQuery)
  @ApiOkResponse(pageSchema('runs', RunResponse))
  @Get()
  @RouteConfig(scoped)
  async list(
    @Query(new ValidatedQuery(RunsQuery)) query: RunsQuery,
    @CurrentCaller() { projectId }: Caller,
  ): Promise<{ runs: RunResponse[]; next_cursor: string | null }> {
    const { rows, next_cursor } = await this.pipelines.runs({ ...query, projectId });
    return { runs: rows, next_cursor };
  }

  @ApiOperation({
    operationId: 'getRun',
    summary: 'Gets the state, counts, rate and failures of a run, its earlier attempts, and which processes work on it.',
  })
  @ApiOkResponse({ type: RunDetailResponse })
  @Get(':id')
  @RouteConfig(scoped)
  get(@Param('id') id: string, @CurrentCaller() { projectId }: Caller): Promise<RunDetailResponse> {
    return this.pipelines.get(id, projectId);
  }

  @ApiOperation({ operationId: 'listRunItems', summary: 'Lists the items of a run with the result of each step, or the error.' })
  @ApiQueryClass(ItemQuery)
  @ApiOkResponse(pageSchema('items', RunItemResponse))
  @Get(':id/items')
  @RouteConfig(scoped)
  async items(
    @Param('id') id: string,
    @Query(new ValidatedQuery(ItemQuery)) query: ItemQuery,
    @CurrentCaller() { projectId }: Caller,
  ): Promise<{ items: RunItemResponse[]; next_cursor: string | null }> {
    await this.pipelines.get(id, projectId);
    const { rows, next_cursor } = await this.pipelines.items(id, query);
    return { items: rows, next_cursor };
  }

  @ApiOperation({
    operationId: 'getRunTimeline',
    summary: 'Gets when the calls of a run waited and worked, by step and by worker.',
  })
  @ApiOkResponse({ type: RunTimelineResponse })
  @Get(':id/timeline')
  @RouteConfig(scoped)
  async timeline(@Param('id') id: string, @CurrentCaller() { projectId }: Caller): Promise<RunTimelineResponse> {
    await this.pipelines.get(id, projectId);
    return this.pipelines.timeline(id);
  }

  @ApiOperation({
    operationId: 'correctRunItem',
    summary:
      'Corrects values in the results of an item of an ended run. Its row, the steps after it and the outputs are made again.',
    description: 'Paths begin with the step that gave the result: `read.fields.total.value`.',
  })
  @ApiQueryClass(ItemAt)
  @ApiAcceptedResponse({ type: RunDetailResponse })
  @Patch(':id/items')
  @HttpCode(202)
  @RouteConfig(scoped)
  async correct(
    @Param('id') id: string,
    @Query(new ValidatedQuery(ItemAt)) at: ItemAt,
    @Body(new ValidatedBody(CorrectionRequest)) { corrections }: CorrectionRequest,
    @CurrentCaller() caller: Caller,
  ): Promise<RunDetailResponse> {
    await this.pipelines.get(id, caller.projectId);
    return this.pipelines.correct(id, caller, { at, corrections });
  }

  @ApiOperation({
    operationId: 'getRunItemFile',
    summary:
      'Gets the image or video that an item looks at, or a preview. The file must still be in a data root or an allowed bucket.',
  })
  @ApiQueryClass(ItemFileQuery)
  @ApiProduces('image/*', 'video/*')
  @ApiOkResponse({
    schema: { type: 'string', format: 'binary' },
    headers: {
      'Percept-Image-Size': {
        description:
          'Of a preview: width and height of the picture itself, such as `4032x3024`. Boxes of results are in its pixels.',
        schema: { type: 'string' },
      },
    },
  })
  @Get(':id/items/file')
  @RouteConfig(scoped)
  async file(
    @Param('id') runId: string,
    @Query(new ValidatedQuery(ItemFileQuery)) { width, ...item }: ItemFileQuery,
    @CurrentCaller() caller: Caller,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<StreamableFile> {
    await this.pipelines.get(runId, caller.projectId);
    const at = { runId, ...item };
    const preview = width === undefined ? undefined : await this.files.preview(at, caller, width);
    const sent = preview ? asSent(preview.jpeg) : await this.files.file(at, caller);
    if (preview) void reply.header('percept-image-size', `${preview.size.width}x${preview.size.height}`);
    // The file is untrusted: it must not run scripts here, and only images open in the page.
    void reply.header('content-security-policy', "default-src 'none'; sandbox");
    const shown = sent.type.startsWith('image/') ? 'inline' : 'attachment';
    const disposition = `${shown}; filename*=UTF-8''${encodeURIComponent(sent.name)}`;
    return new StreamableFile(sent.bytes, { type: sent.type, length: sent.size, disposition });
  }

  @ApiOperation({
    operationId: 'downloadArtifact',
    summary: 'Downloads a file that the run wrote, by its file name, or by its full path with %2F for /.',
  })
  @ApiProduces('application/x-ndjson', 'text/csv', 'application/json')
  @ApiOkResponse({ schema: { type: 'string', format: 'binary' } })
  @Get(':id/artifacts/:name')
  @RouteConfig(scoped)
  async artifact(
    @Param('id') id: string,
    @Param('name') name: string,
    @CurrentCaller() { projectId }: Caller,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<StreamableFile> {
    await this.pipelines.get(id, projectId);
    const { name: file, type, size, bytes } = await this.pipelines.artifact(id, name);
    void reply.header('content-disposition', `attachment; filename*=UTF-8''${encodeURIComponent(file)}`);
    return new StreamableFile(bytes, { type, length: size });
  }

  @ApiOperation({
    operationId: 'streamRun',
    summary: 'Streams a run as Server-Sent Events: `progress` after each change, then `end` when the run has ended.',
  })
  @ApiProduces('text/event-stream')
  @ApiOkResponse({ description: 'The data of each event is the run.', schema: { type: 'string' } })
  @Get(':id/events')
  @RouteConfig({ ...scoped, stream: true })
  async events(@Param('id') id: string, @Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    const { projectId } = request.caller!;
    const run = watching(() => this.pipelines.get(id, projectId));
    await streamStates(run, { request, reply, end: this.streams.signal });
  }

  @ApiOperation({ operationId: 'cancelRun', summary: 'Cancels a run. Finished items keep their results.' })
  @ApiOkResponse({ type: RunDetailResponse })
  @Post(':id/cancel')
  @HttpCode(200)
  @RouteConfig(scoped)
  async cancel(@Param('id') id: string, @CurrentCaller() { projectId }: Caller): Promise<RunDetailResponse> {
    await this.pipelines.get(id, projectId);
    return this.pipelines.cancel(id);
  }

  @ApiOperation({
    operationId: 'deleteRun',
    summary: 'Deletes an ended run for good, with its items and the files in its folder.',
  })
  @Delete(':id')
  @HttpCode(204)
  @RouteConfig(scoped)
  async delete(@Param('id') id: string, @CurrentCaller() { projectId }: Caller): Promise<void> {
    await this.pipelines.get(id, projectId);
    return this.pipelines.delete(id);
  }

  @ApiOperation({
    operationId: 'retryRun',
    summary:
      'Repeats the failed items of an ended run, and the steps after them. Successful results are kept, and `earlier_attempts` says how the run ended before and who retried it.',
  })
  @ApiAcceptedResponse({ type: RunDetailResponse })
  @Post(':id/retry')
  @HttpCode(202)
  @RouteConfig(scoped)
  async retry(@Param('id') id: string, @CurrentCaller() caller: Caller): Promise<RunDetailResponse> {
    await this.pipelines.get(id, caller.projectId);
    return this.pipelines.retry(id, caller);
  }
}

const asSent = (jpeg: Uint8Array): SentFile => ({
  name: 'preview.jpg',
  type: 'image/jpeg',
  size: jpeg.length,
  bytes: Readable.from([jpeg], { objectMode: false }),
});
