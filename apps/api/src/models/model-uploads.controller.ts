import { Body, Controller, Delete, HttpCode, Param, Post, Put, Req } from '@nestjs/common';
import { RouteConfig } from '@nestjs/platform-fastify';
import { ApiBody, ApiConsumes, ApiNoContentResponse, ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { checkBody, DEFAULT_PROJECT, listModels, modelsFor, ModelWatcher, PerceptError } from '@percept/core';
import type { FastifyRequest } from 'fastify';
import { ValidatedBody } from '../rest/validation.pipe';
import { shareOf, type Caller } from '../auth/caller';
import { CurrentCaller } from '../auth/current-caller.decorator';
import { callInputOf } from '../capabilities/call-input';
import { ModelManifestRequest, ModelSummaryResponse } from './model-responses';
import { ModelUploads } from './model-uploads';
import { ProjectModels } from './project-models';

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
    private readonly own: ProjectModels,
    private readonly live: ModelWatcher,
  ) {}

  @ApiOperation({
    operationId: 'uploadModel',
    summary: 'Uploads an ONNX file with the text of its model.yaml. It is tried first: what cannot be used is refused.',
    description: 'All projects have what the first project uploads; what another one uploads belongs to it alone.',
  })
  @ApiConsumes('multipart/form-data')
  @ApiBody({ required: true, schema: FORM })
  @ApiOkResponse({ type: ModelSummaryResponse })
  @Put(':name')
  @RouteConfig({ scope: 'admin', media: true })
  async put(
    @Param('name') name: string,
    @Req() request: FastifyRequest,
    @CurrentCaller() caller: Caller,
  ): Promise<ModelSummaryResponse> {
    const { media, fields } = await callInputOf(request, ['file']);
    const { manifest } = checkBody(ModelManifestRequest, { ...fields });
    if (!media || !('bytes' in media)) throw PerceptError.invalid('file', "is missing: send the ONNX file as the part 'file'.");
    const model = { manifest, bytes: media.bytes };
    await (isShared(caller) ? this.uploads.put(name, model) : this.own.put(shareOf(caller), name, model));
    return listModels(modelsFor(this.live.current, caller.projectId)).find((each) => each.name === name)!;
  }

  @ApiOperation({
    operationId: 'validateModel',
    summary: 'Validates the text of a model.yaml. A 400 response lists all errors in `details.findings`.',
  })
  @ApiNoContentResponse()
  @Post(':name/validate')
  @HttpCode(204)
  @RouteConfig({ scope: 'admin', audited: false })
  validate(
    @Param('name') name: string,
    @Body(new ValidatedBody(ModelManifestRequest)) { manifest }: ModelManifestRequest,
    @CurrentCaller() caller: Caller,
  ): Promise<void> {
    return isShared(caller) ? this.uploads.check(name, manifest) : this.own.checkManifest(name, manifest);
  }

  @ApiOperation({ operationId: 'deleteModel', summary: 'Deletes a model that was added, with its files.' })
  @ApiNoContentResponse()
  @Delete(':name')
  @HttpCode(204)
  @RouteConfig({ scope: 'admin' })
  async delete(@Param('name') name: string, @CurrentCaller() caller: Caller): Promise<void> {
    await (isShared(caller) ? this.uploads.delete(name) : this.own.delete(caller.projectId, name));
  }
}

/** The models of the first project are those of the installation: its keys with the scope `admin` govern it. */
const isShared = ({ projectId }: Caller): boolean => projectId === DEFAULT_PROJECT;
