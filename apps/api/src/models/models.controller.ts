import { Controller, Get, HttpCode, Param, Post } from '@nestjs/common';
import { RouteConfig } from '@nestjs/platform-fastify';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import {
  chooseDefault,
  Config,
  describeNetwork,
  listModels,
  ModelWatcher,
  PerceptError,
  suggest,
  type ModelEntry,
} from '@percept/core';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { listOf } from '../openapi/list-of';
import { ModelSummaryResponse, ModelResponse } from './model-responses';

@ApiTags('models')
@Controller('v2/models')
export class ModelsController {
  constructor(
    private readonly live: ModelWatcher,
    private readonly config: Config,
  ) {}

  @ApiOperation({
    operationId: 'listModels',
    summary: 'Lists the models that come with Percept and your own. A broken model has its error.',
  })
  @ApiOkResponse(listOf('models', ModelSummaryResponse))
  @Get()
  @RouteConfig({ scope: 'predict' })
  list(): { models: ModelSummaryResponse[] } {
    return { models: listModels(this.live.current) };
  }

  @ApiOperation({
    operationId: 'getModel',
    summary: 'Gets a model with its card, and the tensors of its network as in the Open Inference Protocol v2.',
  })
  @ApiOkResponse({ type: ModelResponse })
  @Get(':name')
  @RouteConfig({ scope: 'predict' })
  async get(@Param('name') name: string): Promise<ModelResponse> {
    const entry = this.entryOf(name);
    const model = this.live.current.models.find((each) => each.name === name);
    const card = model === undefined ? null : await readFile(join(model.folder, 'CARD.md'), 'utf8').catch(() => null);
    const network = model && (await describeNetwork(model));
    return {
      ...entry,
      card,
      platform: network ? 'onnxruntime_onnx' : null,
      versions: entry.version === null ? [] : [entry.version],
      inputs: network?.inputs ?? [],
      outputs: network?.outputs ?? [],
    };
  }

  @ApiOperation({
    operationId: 'useModel',
    summary: 'Makes a model the default of its task, as `percept models use` does: it answers when a request names none.',
    description:
      'Processes on the same models folder follow within a second. A default of `PERCEPT_DEFAULT_MODELS` is a conflict.',
  })
  @ApiOkResponse({ type: ModelSummaryResponse })
  @Post(':name/default')
  @HttpCode(200)
  @RouteConfig({ scope: 'admin', installation: true })
  async use(@Param('name') name: string): Promise<ModelSummaryResponse> {
    const { task, state } = this.entryOf(name);
    if (task === null || state !== 'ready')
      throw new PerceptError('CONFLICT', `The model '${name}' is ${state}: only one that is ready can be the default.`);
    const set = this.config.defaultModels[task];
    if (set !== undefined && set !== name)
      throw new PerceptError('CONFLICT', `PERCEPT_DEFAULT_MODELS says ${task}=${set}, which goes before it: change it there.`);
    await chooseDefault(this.config.ownModelsDir, task, name);
    await this.live.reload();
    return this.entryOf(name);
  }

  /** @throws NOT_FOUND with the nearest name. */
  private entryOf(name: string): ModelEntry {
    const models = listModels(this.live.current);
    const entry = models.find((each) => each.name === name);
    if (entry) return entry;
    const names = models.map((each) => each.name);
    throw new PerceptError('NOT_FOUND', `There is no model '${name.slice(0, 60)}'.${suggest(name, names)}`);
  }
}
