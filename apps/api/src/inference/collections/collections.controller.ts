import { Body, Controller, Delete, Get, HttpCode, Param, Patch, Post } from '@nestjs/common';
import { RouteConfig } from '@nestjs/platform-fastify';
import { ApiCreatedResponse, ApiNoContentResponse, ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import type { Caller } from '../../access/auth/caller';
import { CurrentCaller } from '../../access/auth/current-caller.decorator';
import { ValidatedBody } from '../../platform/rest/validation.pipe';
import { listSchema } from '../../platform/rest/list-schema';
import {
  CollectionChanges,
  CollectionDetailResponse,
  CollectionRequest,
  CollectionResponse,
  LabelCount,
  showCollection,
} from './collection-dtos';
import { Collections } from './collections';
import { Trainings } from './teaching/trainings';
import { VectorIndex } from './vectors/vector-index';

const scoped = { scope: 'predict', audited: true } as const;
/** Puts the class into the OpenAPI document. */
listSchema('labels', LabelCount);

@ApiTags('collections')
@Controller('v2/collections')
export class CollectionsController {
  constructor(
    private readonly collections: Collections,
    private readonly trainings: Trainings,
    private readonly index: VectorIndex,
  ) {}

  @ApiOperation({
    operationId: 'createCollection',
    summary: 'Creates a collection of pictures, states, texts or faces, to search in and to teach from.',
  })
  @ApiCreatedResponse({ type: CollectionResponse })
  @Post()
  @RouteConfig(scoped)
  async create(
    @Body(new ValidatedBody(CollectionRequest)) body: CollectionRequest,
    @CurrentCaller() { projectId }: Caller,
  ): Promise<CollectionResponse> {
    return showCollection(await this.collections.create(projectId, body));
  }

  @ApiOperation({ operationId: 'listCollections', summary: 'Lists the collections of the project by name.' })
  @ApiOkResponse(listSchema('collections', CollectionResponse))
  @Get()
  @RouteConfig({ scope: 'predict' })
  async list(@CurrentCaller() { projectId }: Caller): Promise<{ collections: CollectionResponse[] }> {
    return { collections: (await this.collections.list(projectId)).map(showCollection) };
  }

  @ApiOperation({
    operationId: 'getCollection',
    summary: 'Gets a collection by id or name, with the number of entries of each label.',
  })
  @ApiOkResponse({ type: CollectionDetailResponse })
  @Get(':id')
  @RouteConfig({ scope: 'predict' })
  async get(@Param('id') id: string, @CurrentCaller() { projectId }: Caller): Promise<CollectionDetailResponse> {
    const row = await this.collections.get(projectId, id);
    const searched_in = (await this.index.database.isUsed(row)) ? 'database' : 'memory';
    const labels = await this.collections.labels(row);
    return { ...showCollection(row), searched_in, labels, training: await this.trainings.find(row) };
  }

  @ApiOperation({
    operationId: 'updateCollection',
    summary: 'Renames a collection, or changes what is kept of entries that come.',
  })
  @ApiOkResponse({ type: CollectionResponse })
  @Patch(':id')
  @RouteConfig(scoped)
  async update(
    @Param('id') id: string,
    @Body(new ValidatedBody(CollectionChanges)) changes: CollectionChanges,
    @CurrentCaller() { projectId }: Caller,
  ): Promise<CollectionResponse> {
    return showCollection(await this.collections.update(projectId, id, changes));
  }

  @ApiOperation({ operationId: 'deleteCollection', summary: 'Deletes a collection with its entries, pictures and vectors.' })
  @ApiNoContentResponse()
  @Delete(':id')
  @HttpCode(204)
  @RouteConfig(scoped)
  async delete(@Param('id') id: string, @CurrentCaller() { projectId }: Caller): Promise<void> {
    const row = await this.collections.get(projectId, id);
    await this.collections.delete(projectId, id);
    void this.index.database.drop(row);
  }
}
