import { Body, Controller, Get, HttpCode, Param, Post, Req, Res, type BeforeApplicationShutdown } from '@nestjs/common';
import { RouteConfig } from '@nestjs/platform-fastify';
import { ApiAcceptedResponse, ApiOkResponse, ApiOperation, ApiProduces, ApiTags } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Caller } from '../../../access/auth/caller';
import { CurrentCaller } from '../../../access/auth/current-caller.decorator';
import { streamStates } from '../../../request/http/streams/event-stream';
import { ValidatedBody } from '../../../platform/rest/validation.pipe';
import { listSchema } from '../../../platform/rest/list-schema';
import { Collections } from '../collections';
import { noTraining, Trainings } from './trainings';
import { Confused, TaughtClass, TrainFromRequest, TrainingResponse, TrainRequest, TrainResponse } from './teaching-dtos';

/** Puts the classes into the OpenAPI document. */
listSchema('classes', TaughtClass, { confused: Confused });

@ApiTags('collections')
@Controller('v2/collections/:id/train')
export class TeachingController implements BeforeApplicationShutdown {
  private readonly end = new AbortController();

  constructor(
    private readonly collections: Collections,
    private readonly trainings: Trainings,
  ) {}

  @ApiOperation({
    operationId: 'trainModel',
    summary: 'Teaches a model with the labelled entries of a collection: `vision.classify` or `text.classify` answers with it.',
    description:
      'Ten to twenty entries of each class are enough. The answer tells how many entries were named rightly by models that had ' +
      'not seen them, and which classes are confused. The model answers with none of its labels where a picture or a text is something else.',
  })
  @ApiOkResponse({ type: TrainResponse })
  @Post()
  @HttpCode(200)
  @RouteConfig({ scope: 'admin' })
  async train(
    @Param('id') id: string,
    @Body(new ValidatedBody(TrainRequest)) request: TrainRequest,
    @CurrentCaller() caller: Caller,
  ): Promise<TrainResponse> {
    return (await this.trainings.start(await this.collections.get(caller.projectId, id), caller, request)).result;
  }

  @ApiOperation({
    operationId: 'trainModelAsync',
    summary: 'Teaches a model as `POST …/train` does, without waiting: `GET …/train` tells how far it is.',
  })
  @ApiAcceptedResponse({ type: TrainingResponse })
  @Post('async')
  @HttpCode(202)
  @RouteConfig({ scope: 'admin' })
  async start(
    @Param('id') id: string,
    @Body(new ValidatedBody(TrainRequest)) request: TrainRequest,
    @CurrentCaller() caller: Caller,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<TrainingResponse> {
    const { training, result } = await this.trainings.start(await this.collections.get(caller.projectId, id), caller, request);
    // Its state says why it failed.
    result.catch(() => undefined);
    void reply.header('location', `/v2/collections/${encodeURIComponent(id)}/train`);
    return training;
  }

  @ApiOperation({
    operationId: 'getTraining',
    summary: 'Gets how far the latest teaching of a collection is, and what came of it.',
  })
  @ApiOkResponse({ type: TrainingResponse })
  @Get()
  @RouteConfig({ scope: 'predict' })
  async get(@Param('id') id: string, @CurrentCaller() { projectId }: Caller): Promise<TrainingResponse> {
    const training = await this.trainings.find(await this.collections.get(projectId, id));
    if (!training) throw noTraining(id);
    return training;
  }

  @ApiOperation({
    operationId: 'cancelTraining',
    summary: 'Cancels the teaching of a collection. It stops within a second, and no model is changed.',
  })
  @ApiOkResponse({ type: TrainingResponse })
  @Post('cancel')
  @HttpCode(200)
  @RouteConfig({ scope: 'admin' })
  async cancel(@Param('id') id: string, @CurrentCaller() { projectId }: Caller): Promise<TrainingResponse> {
    return this.trainings.cancel(await this.collections.get(projectId, id));
  }

  @ApiOperation({
    operationId: 'streamTraining',
    summary: 'Streams how far the latest teaching of a collection is as Server-Sent Events until it ends.',
  })
  @ApiProduces('text/event-stream')
  @ApiOkResponse({ description: 'The data of each event is the state.', schema: { type: 'string' } })
  @Get('events')
  @RouteConfig({ scope: 'predict', stream: true })
  async events(
    @Param('id') id: string,
    @CurrentCaller() caller: Caller,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const look = (): Promise<TrainingResponse> => this.get(id, caller);
    const isEnd = ({ ended_at }: TrainingResponse): boolean => ended_at !== null;
    const stateOf = ({ started_at, stage, done, total }: TrainingResponse): string => `${started_at}-${stage}-${done}-${total}`;
    await streamStates({ look, isEnd, stateOf }, { request, reply, end: this.end.signal });
  }

  beforeApplicationShutdown(): void {
    this.end.abort();
  }
}

@ApiTags('models')
@Controller('v2/models')
export class ModelTrainingController {
  constructor(
    private readonly collections: Collections,
    private readonly trainings: Trainings,
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
    return (await this.trainings.start(await this.collections.get(caller.projectId, collection), caller, request)).result;
  }
}
