import { Body, Controller, Delete, Get, HttpCode, Param, Post, Put, Res, type PipeTransform } from '@nestjs/common';
import { RouteConfig } from '@nestjs/platform-fastify';
import {
  ApiAcceptedResponse,
  ApiBody,
  ApiCreatedResponse,
  ApiHeader,
  ApiOkResponse,
  ApiOperation,
  ApiTags,
} from '@nestjs/swagger';
import {
  PipelineResponse,
  PipelineRevisionResponse,
  Pipelines,
  PipelineSummaryResponse,
  RunDetailResponse,
  SavedPipelineResponse,
  checkBody,
} from '@percept/core';
import { PerceptError } from '@percept/sdk';
import type { FastifyReply } from 'fastify';
import { getBilledAccount, getCallerShare, type Caller } from '../../access/auth/caller';
import { CurrentCaller } from '../../access/auth/current-caller.decorator';
import { ValidatedBody } from '../../platform/rest/validation.pipe';
import { listSchema } from '../../platform/rest/list-schema';
import { StartRunRequest } from '../runs/start-run-request';
import { Equals, IsString, MinLength } from 'class-validator';
import { JSONSchema } from 'class-validator-jsonschema';
import type { IncomingHttpHeaders } from 'node:http';

const TAG = /^(?:W\/)?"(?<revision>[^"]+)"$/;

/** Formats a revision as an `ETag` header. */
const entityTag = (revision: string): string => `"${revision}"`;

/**
 * The revision that a change is based on: the value of `If-Match`, or null for `If-None-Match: *`, which means a new pipeline.
 * Undefined without these headers.
 * @throws PerceptError INVALID_REQUEST.
 */
function begunFrom(headers: IncomingHttpHeaders): string | null | undefined {
  const { 'if-match': ifMatch, 'if-none-match': ifNoneMatch } = headers;
  if (ifNoneMatch !== undefined) {
    if (ifNoneMatch.trim() !== '*' || ifMatch !== undefined)
      throw PerceptError.invalid(
        'If-None-Match',
        "must be '*' and come without If-Match: it says that the pipeline does not exist yet.",
      );
    return null;
  }
  if (ifMatch === undefined) return undefined;
  const revision = TAG.exec(ifMatch.trim())?.groups!['revision'];
  if (revision === undefined)
    throw PerceptError.invalid('If-Match', 'must be one revision in double quotes, as the header ETag has it.');
  return revision;
}

/** The JSON body of validation and of `PUT /v2/pipelines/{name}`. With `application/yaml`, the body is the text itself. */
class PipelineSourceRequest {
  @JSONSchema({ description: 'The text of the pipeline in YAML.' })
  @IsString()
  @MinLength(1)
  source: string;
}

/** Extracts the text of a pipeline from either form of the body. */
class SourceBody implements PipeTransform<unknown, string> {
  transform(value: unknown): string {
    return typeof value === 'string' ? value : checkBody(PipelineSourceRequest, value).source;
  }
}

class ValidPipelineResponse {
  @JSONSchema({ type: 'boolean', enum: [true] }) @Equals(true) valid: true;
}

const scoped = { scope: 'pipelines' } as const;

@ApiTags('pipelines')
@Controller('v2/pipelines')
export class PipelinesController {
  constructor(private readonly pipelines: Pipelines) {}

  @ApiOperation({ operationId: 'listPipelines', summary: 'Lists the pipelines with their findings.' })
  @ApiOkResponse(listSchema('pipelines', PipelineSummaryResponse))
  @Get()
  @RouteConfig(scoped)
  async list(@CurrentCaller() { projectId }: Caller): Promise<{ pipelines: PipelineSummaryResponse[] }> {
    return { pipelines: await this.pipelines.registry.list(projectId) };
  }

  @ApiOperation({ operationId: 'getPipeline', summary: 'Gets a pipeline: its text, inputs, graph and findings.' })
  @ApiOkResponse({ type: PipelineResponse })
  @Get(':name')
  @RouteConfig(scoped)
  async show(
    @Param('name') name: string,
    @CurrentCaller() { projectId }: Caller,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<PipelineResponse> {
    const shown = await this.pipelines.registry.show(name, projectId);
    void reply.header('etag', entityTag(shown.revision));
    return shown;
  }

  @ApiOperation({
    operationId: 'listPipelineRevisions',
    summary: 'Lists the revisions of a pipeline that was saved over HTTP, newest first.',
  })
  @ApiOkResponse(listSchema('revisions', PipelineRevisionResponse))
  @Get(':name/revisions')
  @RouteConfig(scoped)
  async revisions(
    @Param('name') name: string,
    @CurrentCaller() { projectId }: Caller,
  ): Promise<{ revisions: PipelineRevisionResponse[] }> {
    return { revisions: await this.pipelines.registry.revisions(name, projectId) };
  }

  @ApiHeader({
    name: 'If-Match',
    required: false,
    description:
      "The revision that your changes began from, in quotes, as the pipeline's ETag has it. If another one is the newest by now, " +
      'nothing is saved, and the response is 409.',
  })
  @ApiHeader({
    name: 'If-None-Match',
    required: false,
    description: "'*' saves a new pipeline only: if there is one of this name, nothing is saved, and the response is 409.",
  })
  @ApiOperation({
    operationId: 'savePipeline',
    summary: 'Saves a pipeline as its newest revision. A text with errors is rejected, and the response lists all of them.',
  })
  @ApiBody({ type: PipelineSourceRequest })
  @ApiOkResponse({ type: SavedPipelineResponse })
  @ApiCreatedResponse({ type: SavedPipelineResponse, description: 'The pipeline is new.' })
  @Put(':name')
  @RouteConfig(scoped)
  async save(
    @Param('name') name: string,
    @Body(new SourceBody()) source: string,
    @CurrentCaller() caller: Caller,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<SavedPipelineResponse> {
    const from = begunFrom(reply.request.headers);
    const { created, ...saved } = await this.pipelines.registry.save(name, source, getBilledAccount(caller), from);
    void reply.header('etag', entityTag(saved.revision));
    if (created) void reply.status(201).header('location', `/v2/pipelines/${name}`);
    return saved;
  }

  @ApiOperation({ operationId: 'deletePipeline', summary: 'Deletes a pipeline. Its runs continue, and its revisions are kept.' })
  @Delete(':name')
  @HttpCode(204)
  @RouteConfig(scoped)
  remove(@Param('name') name: string, @CurrentCaller() { projectId }: Caller): Promise<void> {
    return this.pipelines.registry.remove(name, projectId);
  }

  @ApiOperation({
    operationId: 'validatePipeline',
    summary: 'Validates the text of a pipeline. A 400 response lists all errors in `details.findings`.',
  })
  @ApiBody({ type: PipelineSourceRequest })
  @ApiOkResponse({ type: ValidPipelineResponse })
  @Post(':name/validate')
  @HttpCode(200)
  @RouteConfig({ ...scoped, audited: false })
  async validate(
    @Param('name') name: string,
    @Body(new SourceBody()) source: string,
    @CurrentCaller() caller: Caller,
  ): Promise<ValidPipelineResponse> {
    const findings = await this.pipelines.registry.validate(source, `${name}.yaml`, getCallerShare(caller), name);
    if (findings.length === 0) return { valid: true };
    const [first] = findings;
    const reason = `${first!.file}:${first!.line}:${first!.column}: ${first!.message}`;
    const details = { field: 'source', reason, findings };
    const message = findings.length === 1 ? reason : `The pipeline has ${findings.length} mistakes; the first: ${reason}`;
    throw new PerceptError('INVALID_REQUEST', message, { details });
  }

  @ApiOperation({
    operationId: 'startRun',
    summary: 'Starts a run. It reads files only from the folders and buckets of the project.',
  })
  @ApiBody({ type: StartRunRequest, required: false })
  @ApiAcceptedResponse({ type: RunDetailResponse })
  @Post(':name/runs')
  @HttpCode(202)
  @RouteConfig(scoped)
  async start(
    @Param('name') name: string,
    @Body(new ValidatedBody(StartRunRequest)) body: StartRunRequest,
    @CurrentCaller() caller: Caller,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<RunDetailResponse> {
    const { source, file } =
      body.source === undefined
        ? await this.pipelines.registry.source(name, caller.projectId)
        : { source: body.source, file: `${name}.yaml` };
    if (body.source !== undefined) await this.validate(name, source, caller);
    const run = await this.pipelines.start(source, file, {
      inputs: body.inputs,
      limit: body.limit,
      roots: await this.pipelines.files.roots(caller.projectId),
      payer: getBilledAccount(caller),
    });
    void reply.header('location', `/v2/runs/${run.id}`);
    return run;
  }
}
