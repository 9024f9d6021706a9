import { Controller, Get, HttpCode, Param, Post } from '@nestjs/common';
import { RouteConfig } from '@nestjs/platform-fastify';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { chooseDefault, Config, describeNetwork, ModelWatcher, type ModelEntry } from '@percept/core';
import { PerceptError, suggest } from '@percept/sdk';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Caller } from '../../access/auth/caller';
import { CurrentCaller } from '../../access/auth/current-caller.decorator';
import { listSchema } from '../../platform/rest/list-schema';
import { earlierVersions } from './earlier-versions';
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
    summary: 'Lists the models that come with Percept and your own: those that all projects have, and those of the project.',
  })
  @ApiOkResponse(listSchema('models', ModelSummaryResponse))
  @Get()
  @RouteConfig({ scope: 'predict' })
  list(@CurrentCaller() { projectId }: Caller): { models: ModelSummaryResponse[] } {
    return { models: this.live.list(projectId) };
  }

  @ApiOperation({
    operationId: 'getModel',
    summary: 'Gets a model with its card, and the tensors of its network as in the Open Inference Protocol v2.',
  })
  @ApiOkResponse({ type: ModelResponse })
  @Get(':name')
  @RouteConfig({ scope: 'predict' })
  async get(@Param('name') name: string, @CurrentCaller() { projectId }: Caller): Promise<ModelResponse> {
    const entry = entryOf(this.live.list(projectId), name);
    const model = this.live.of(projectId).models.find((each) => each.name === name);
    const card = model === undefined ? null : await readFile(join(model.folder, 'CARD.md'), 'utf8').catch(() => null);
    const network = model && (await describeNetwork(model));
    return {
      ...entry,
      card,
      platform: network ? 'onnxruntime_onnx' : null,
      versions: entry.version === null ? [] : [entry.version],
      earlier_versions: model === undefined ? [] : await earlierVersions(model.folder),
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
    const { task, state } = entryOf(this.live.list(), name);
    if (task === null || state !== 'ready')
      throw new PerceptError('CONFLICT', `The model '${name}' is ${state}: only one that is ready can be the default.`);
    const set = this.config.defaultModels[task];
    if (set !== undefined && set !== name)
      throw new PerceptError('CONFLICT', `PERCEPT_DEFAULT_MODELS says ${task}=${set}, which takes precedence: change it there.`);
    await chooseDefault(this.config.ownModelsDir, task, name);
    await this.live.reload();
    return entryOf(this.live.list(), name);
  }
}

/** @throws NOT_FOUND, which suggests the nearest name. */
function entryOf(models: readonly ModelEntry[], name: string): ModelEntry {
  const entry = models.find((each) => each.name === name);
  if (entry) return entry;
  const names = models.map((each) => each.name);
  throw new PerceptError('NOT_FOUND', `There is no model '${name.slice(0, 60)}'.${suggest(name, names)}`);
}
