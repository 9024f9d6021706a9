import { Controller, Get, Param } from '@nestjs/common';
import { RouteConfig } from '@nestjs/platform-fastify';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { describeNetwork, suggest, listModels, ModelWatcher, PerceptError } from '@percept/core';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { listOf } from '../openapi/list-of';
import { ModelSummaryResponse, ModelResponse } from './model-responses';

@ApiTags('models')
@Controller('v2/models')
export class ModelsController {
  constructor(private readonly live: ModelWatcher) {}

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
    const models = listModels(this.live.current);
    const entry = models.find((each) => each.name === name);
    if (!entry) {
      const hint = suggest(
        name,
        models.map((each) => each.name),
      );
      throw new PerceptError('NOT_FOUND', `There is no model '${name.slice(0, 60)}'.${hint}`);
    }
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
}
