import { Body, Controller, Delete, HttpCode, Param, Post, Put, Req } from '@nestjs/common';
import { RouteConfig } from '@nestjs/platform-fastify';
import { ApiBody, ApiConsumes, ApiNoContentResponse, ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { checkBody, DEFAULT_PROJECT, ModelWatcher } from '@percept/core';
import { PerceptError } from '@percept/sdk';
import type { FastifyRequest } from 'fastify';
import { ValidatedBody } from '../../platform/rest/validation.pipe';
import { getCallerShare, type Caller } from '../../access/auth/caller';
import { CurrentCaller } from '../../access/auth/current-caller.decorator';
import { readCallInput } from '../capabilities/call-input';
import { readEarlier } from './earlier-versions';
import type { UploadedModel } from './model-folder';
import { ModelManifestRequest, ModelSummaryResponse, RollbackRequest } from './model-responses';
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
    const { media, fields } = await readCallInput(request, ['file']);
    const { manifest } = checkBody(ModelManifestRequest, { ...fields });
    if (!media || !('bytes' in media)) throw PerceptError.invalid('file', "is missing: send the ONNX file as the part 'file'.");
    return this.store(name, { manifest, bytes: media.bytes }, caller);
  }

  @ApiOperation({
    operationId: 'rollBackModel',
    summary: 'Goes back to an earlier version of a model that was taught.',
    description: 'The version that it leaves is kept as well, so that you can return to it.',
  })
  @ApiOkResponse({ type: ModelSummaryResponse })
  @Post(':name/rollback')
  @HttpCode(200)
  @RouteConfig({ scope: 'admin' })
  async rollBack(
    @Param('name') name: string,
    @Body(new ValidatedBody(RollbackRequest)) { version }: RollbackRequest,
    @CurrentCaller() caller: Caller,
  ): Promise<ModelSummaryResponse> {
    const model = this.live.of(caller.projectId).models.find((each) => each.name === name);
    if (!model) throw PerceptError.notFound(`The model '${name.slice(0, 60)}'`);
    return this.store(name, await readEarlier(model.folder, version), caller);
  }

  private async store(name: string, model: UploadedModel, caller: Caller): Promise<ModelSummaryResponse> {
    await (isShared(caller) ? this.uploads.put(name, model) : this.own.put(getCallerShare(caller), name, model));
    return this.live.list(caller.projectId).find((each) => each.name === name)!;
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

/** The first project's models belong to the whole installation, which its keys with the scope `admin` administer. */
const isShared = ({ projectId }: Caller): boolean => projectId === DEFAULT_PROJECT;
