import { Controller, Delete, Get, HttpCode, Param, Post, Query, Req, Res, StreamableFile } from '@nestjs/common';
import { RouteConfig } from '@nestjs/platform-fastify';
import {
  ApiBody,
  ApiConsumes,
  ApiCreatedResponse,
  ApiNoContentResponse,
  ApiOkResponse,
  ApiOperation,
  ApiProduces,
  ApiTags,
} from '@nestjs/swagger';
import { checkBody } from '@percept/core';
import { PerceptError } from '@percept/sdk';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Caller } from '../../access/auth/caller';
import { CurrentCaller } from '../../access/auth/current-caller.decorator';
import { readCallInput, digestOfInput } from '../capabilities/call-input';
import { ValidatedQuery } from '../../platform/rest/validation.pipe';
import { Idempotency } from '../../request/idempotency/idempotency';
import { readOnce, replay } from '../../request/idempotency/idempotency.interceptor';
import { pageSchema } from '../../platform/rest/list-schema';
import { ApiQueryClass } from '../../platform/rest/query-class';
import { showUpload, UploadQuery, UploadResponse, UploadsQuery } from './upload-responses';
import { Uploads } from './uploads';

const PARTS = ['file', 'image', 'video', 'document'];
const FORM = { type: 'object', required: ['file'], properties: { file: { type: 'string', format: 'binary' } } };
const scoped = { scope: 'predict', audited: true } as const;

@ApiTags('uploads')
@Controller('v2/uploads')
export class UploadsController {
  constructor(
    private readonly uploads: Uploads,
    private readonly idempotency: Idempotency,
  ) {}

  @ApiOperation({
    operationId: 'createUpload',
    summary: 'Keeps an image or a video for later calls. Its id stands wherever an image or a video is taken, until it expires.',
  })
  @ApiConsumes('multipart/form-data')
  @ApiBody({ required: true, schema: FORM })
  @ApiQueryClass(UploadQuery)
  @ApiCreatedResponse({ type: UploadResponse })
  @Post()
  @RouteConfig({ ...scoped, media: true })
  async create(@Req() request: FastifyRequest, @Res({ passthrough: true }) reply: FastifyReply): Promise<UploadResponse> {
    const input = await readCallInput(request, PARTS);
    const { media, fields } = input;
    if (!media || !('bytes' in media))
      throw PerceptError.invalid(
        'file',
        "is missing: send it as the part 'file' of a form, or as the body with its Content-Type, such as image/jpeg.",
      );
    const { expires_in } = checkBody(UploadQuery, { ...(request.query as object), ...fields }, { fromText: true });
    const keep = {
      projectId: request.caller!.projectId,
      bytes: media.bytes,
      field: 'file',
      keptMs: expires_in && expires_in * 1000,
    };
    const answer = async () => {
      const body = showUpload(await this.uploads.keep(keep));
      const location = `/v2/uploads/${body.id}`;
      void reply.header('location', location);
      return { status: 201, location, body };
    };
    const once = await readOnce(request, () => digestOfInput(input));
    return once ? (replay(await this.idempotency.once(once, answer), reply) as UploadResponse) : (await answer()).body;
  }

  @ApiOperation({ operationId: 'listUploads', summary: 'Lists the uploads of the project that have not expired, newest first.' })
  @ApiQueryClass(UploadsQuery)
  @ApiOkResponse(pageSchema('uploads', UploadResponse))
  @Get()
  @RouteConfig(scoped)
  async list(
    @Query(new ValidatedQuery(UploadsQuery)) { limit, cursor: before }: UploadsQuery,
    @CurrentCaller() { projectId }: Caller,
  ): Promise<{ uploads: UploadResponse[]; next_cursor: string | null }> {
    const rows = await this.uploads.list(projectId, { limit, before });
    return { uploads: rows.map(showUpload), next_cursor: rows.length < limit ? null : rows.at(-1)!.id };
  }

  @ApiOperation({ operationId: 'getUpload', summary: 'Gets size, type and expiry of an upload.' })
  @ApiOkResponse({ type: UploadResponse })
  @Get(':id')
  @RouteConfig(scoped)
  async get(@Param('id') id: string, @CurrentCaller() { projectId }: Caller): Promise<UploadResponse> {
    return showUpload(await this.uploads.get(id, projectId));
  }

  @ApiOperation({ operationId: 'downloadUpload', summary: 'Downloads the bytes of an upload.' })
  @ApiProduces('image/*', 'video/*')
  @ApiOkResponse({ schema: { type: 'string', format: 'binary' } })
  @Get(':id/content')
  @RouteConfig(scoped)
  async content(@Param('id') id: string, @CurrentCaller() { projectId }: Caller): Promise<StreamableFile> {
    const { row, stream } = await this.uploads.content(id, projectId);
    return new StreamableFile(stream, { type: row.media_type, length: row.bytes, disposition: 'inline' });
  }

  @ApiOperation({ operationId: 'deleteUpload', summary: 'Deletes an upload with its bytes.' })
  @ApiNoContentResponse()
  @Delete(':id')
  @HttpCode(204)
  @RouteConfig(scoped)
  async delete(@Param('id') id: string, @CurrentCaller() { projectId }: Caller): Promise<void> {
    await this.uploads.delete(id, projectId);
  }
}
