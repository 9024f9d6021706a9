import { Body, Controller, HttpCode, Param, Post, Put, Req } from '@nestjs/common';
import { RouteConfig } from '@nestjs/platform-fastify';
import { ApiBody, ApiConsumes, ApiNoContentResponse, ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { checkBody, listModels, ModelWatcher, PerceptError } from '@percept/core';
import type { FastifyRequest } from 'fastify';
import { ValidatedBody } from '../http/validation.pipe';
import { callInputOf } from '../capabilities/call-input';
import { ModelManifestRequest, ModelSummaryResponse } from './model-responses';
import { ModelUploads } from './model-uploads';

const FORM = {
  type: 'object',
  required: ['file', 'manifest'],
  properties: { file: { type: 'string', format: 'binary' }, manifest: { type: 'string' } },
};

@ApiTags('models')
@Controller('v2/models')
export class ModelUploadsController {
  constructor(
    private readonly uploads: ModelUploads,
    private readonly live: ModelWatcher,
  ) {}

  @ApiOperation({
    operationId: 'uploadModel',
    summary: 'Uploads an ONNX file with the text of its model.yaml. It is tried first: what cannot be used is refused.',
  })
  @ApiConsumes('multipart/form-data')
  @ApiBody({ required: true, schema: FORM })
  @ApiOkResponse({ type: ModelSummaryResponse })
  @Put(':name')
  @RouteConfig({ scope: 'admin', installation: true, media: true })
  async put(@Param('name') name: string, @Req() request: FastifyRequest): Promise<ModelSummaryResponse> {
    const { media, fields } = await callInputOf(request, ['file']);
    const { manifest } = checkBody(ModelManifestRequest, { ...fields });
    if (!media || !('bytes' in media)) throw PerceptError.invalid('file', "is missing: send the ONNX file as the part 'file'.");
    await this.uploads.put(name, { manifest, bytes: media.bytes });
    return listModels(this.live.current).find((each) => each.name === name)!;
  }

  @ApiOperation({
    operationId: 'validateModel',
    summary: 'Validates the text of a model.yaml. A 400 response lists all errors in `details.findings`.',
  })
  @ApiNoContentResponse()
  @Post(':name/validate')
  @HttpCode(204)
  @RouteConfig({ scope: 'admin', installation: true })
  validate(
    @Param('name') name: string,
    @Body(new ValidatedBody(ModelManifestRequest)) { manifest }: ModelManifestRequest,
  ): Promise<void> {
    return this.uploads.check(name, manifest);
  }
}
