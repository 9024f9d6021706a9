import { Body, Controller, HttpCode, Param, Post } from '@nestjs/common';
import { RouteConfig } from '@nestjs/platform-fastify';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import type { Caller } from '../../auth/caller';
import { CurrentCaller } from '../../auth/current-caller.decorator';
import { ValidatedBody } from '../../rest/validation.pipe';
import { listOf } from '../../rest/list-of';
import { Collections } from '../collections';
import { Teacher } from './teacher';
import { Confused, TaughtClass, TrainFromRequest, TrainRequest, TrainResponse } from './teaching-dtos';

/** So that the document has the classes. */
listOf('classes', TaughtClass, { confused: Confused });

@ApiTags('collections')
@Controller('v2/collections/:id')
export class TeachingController {
  constructor(
    private readonly collections: Collections,
    private readonly teacher: Teacher,
  ) {}

  @ApiOperation({
    operationId: 'trainModel',
    summary: 'Teaches a model with the labelled entries of a collection: `vision.classify` or `text.classify` answers with it.',
    description:
      'Ten to twenty entries of each class are enough. The answer tells how many entries were named rightly by models that had ' +
      'not seen them, and which classes are confused. The model answers with none of its labels where a picture or a text is something else.',
  })
  @ApiOkResponse({ type: TrainResponse })
  @Post('train')
  @HttpCode(200)
  @RouteConfig({ scope: 'admin' })
  async train(
    @Param('id') id: string,
    @Body(new ValidatedBody(TrainRequest)) request: TrainRequest,
    @CurrentCaller() caller: Caller,
  ): Promise<TrainResponse> {
    return this.teacher.train(await this.collections.get(caller.projectId, id), caller, request);
  }
}

@ApiTags('models')
@Controller('v2/models')
export class ModelTrainingController {
  constructor(
    private readonly collections: Collections,
    private readonly teacher: Teacher,
  ) {}

  @ApiOperation({
    operationId: 'trainModelFrom',
    summary: 'Teaches a model with the labelled entries of a collection, as `POST /v2/collections/{id}/train` does.',
  })
  @ApiOkResponse({ type: TrainResponse })
  @Post('train')
  @HttpCode(200)
  @RouteConfig({ scope: 'admin' })
  async train(
    @Body(new ValidatedBody(TrainFromRequest)) { collection, ...request }: TrainFromRequest,
    @CurrentCaller() caller: Caller,
  ): Promise<TrainResponse> {
    return this.teacher.train(await this.collections.get(caller.projectId, collection), caller, request);
  }
}
