import { Body, Controller, Get, HttpCode, Param, Post, Req, StreamableFile } from '@nestjs/common';
import { RouteConfig } from '@nestjs/platform-fastify';
import { ApiBody, ApiConsumes, ApiOkResponse, ApiOperation, ApiProduces, ApiTags } from '@nestjs/swagger';
import { NearestRequest } from '@percept/core';
import { PerceptError } from '@percept/sdk';
import type { FastifyRequest } from 'fastify';
import { Readable } from 'node:stream';
import { getCallerShare, type Caller } from '../../access/auth/caller';
import { CurrentCaller } from '../../access/auth/current-caller.decorator';
import { ValidatedBody } from '../../platform/rest/validation.pipe';
import { listSchema } from '../../platform/rest/list-schema';
import { ApiQueryClass } from '../../platform/rest/query-class';
import { DuplicatesRequest, SearchRequest } from './collection-dtos';
import { CollectionSearch } from './collection-search';
import type { CollectionEntity } from './collection.entity';
import { Collections } from './collections';
import { Embeddings } from './embeddings';
import { readEntryInput } from './entry-input';
import { DuplicateGroup, FoundEntry, ImportResponse, roundSimilarity, showEntry } from './entry-responses';
import { Transfer } from './transfer';

const LINES = 'application/x-ndjson; charset=utf-8';

@ApiTags('collections')
@Controller('v2/collections/:id')
export class SearchController {
  constructor(
    private readonly collections: Collections,
    private readonly embeddings: Embeddings,
    private readonly searches: CollectionSearch,
    private readonly transfer: Transfer,
  ) {}

  @ApiOperation({
    operationId: 'searchCollection',
    summary: 'Finds the entries of a collection that are most like a picture, a text, an entry or a vector.',
    description: 'A picture is sent as to `vision.embed`: as a part of a form, as the body, or in JSON.',
  })
  @ApiConsumes('application/json', 'multipart/form-data')
  @ApiQueryClass(NearestRequest)
  @ApiBody({ type: SearchRequest })
  @ApiOkResponse(listSchema('entries', FoundEntry))
  @Post('search')
  @HttpCode(200)
  @RouteConfig({ scope: 'predict', media: true })
  async search(
    @Param('id') id: string,
    @Req() request: FastifyRequest,
    @CurrentCaller() caller: Caller,
  ): Promise<{ entries: FoundEntry[] }> {
    const { own, input } = await readEntryInput(request, SearchRequest);
    const collection = await this.collections.get(caller.projectId, id);
    this.embeddings.check(collection.kind);
    const { entry, vector, ...options } = own;
    const given = [entry, vector, input.media ?? (Object.keys(input.fields!).length > 0 ? input : undefined)];
    if (given.filter((each) => each !== undefined).length !== 1)
      throw PerceptError.invalid('body', 'must have one of a picture (or a text), `entry` and `vector`.');
    const query = await this.vectorFrom(collection, caller, { entry, vector, input });
    const found = await this.searches.search(collection, query, { ...options, without: entry });
    return { entries: found.map(({ row, similarity }) => ({ ...showEntry(row), similarity: roundSimilarity(similarity) })) };
  }

  private async vectorFrom(
    collection: CollectionEntity,
    caller: Caller,
    { entry, vector, input }: Pick<SearchRequest, 'entry' | 'vector'> & { input: Parameters<Embeddings['embed']>[1] },
  ): Promise<Float32Array> {
    if (entry !== undefined) return this.searches.vectorOf(collection, entry);
    if (vector !== undefined) return unit(vector);
    const { kind, model_name, model_version, dimensions } = collection;
    const isText = kind !== 'faces' && input.fields?.['text'] !== undefined;
    const fields = { ...(isText && model_name !== null && { model: model_name }), ...input.fields };
    const embedded = await this.embeddings.embed(
      isText ? 'texts' : kind,
      { ...input, fields },
      { share: getCallerShare(caller) },
    );
    const isSame = embedded.model.name === model_name && embedded.model.version === model_version;
    if (dimensions === null || isSame) return embedded.vector;
    throw new PerceptError(
      'CONFLICT',
      `The vectors of the collection are of ${model_name} ${model_version}, and ${embedded.model.name} ${embedded.model.version} answers now. Export the collection without vectors, and import it into a new one.`,
    );
  }

  @ApiOperation({
    operationId: 'findDuplicates',
    summary: 'Groups the entries of a collection that are nearly the same picture or text.',
  })
  @ApiOkResponse(listSchema('groups', DuplicateGroup))
  @Post('duplicates')
  @HttpCode(200)
  @RouteConfig({ scope: 'predict' })
  async duplicates(
    @Param('id') id: string,
    @Body(new ValidatedBody(DuplicatesRequest)) { min_similarity }: DuplicatesRequest,
    @CurrentCaller() caller: Caller,
  ): Promise<{ groups: DuplicateGroup[] }> {
    const collection = await this.collections.get(caller.projectId, id);
    this.embeddings.check(collection.kind);
    const groups = await this.searches.duplicates(collection, getCallerShare(caller), min_similarity);
    return {
      groups: groups.map(({ rows, similarity }) => ({ entries: rows.map(showEntry), similarity: roundSimilarity(similarity) })),
    };
  }

  @ApiOperation({
    operationId: 'exportCollection',
    summary:
      'Exports the entries as lines of JSON, each with its vector and the copy of its picture in Base64; faces only to the scope admin.',
  })
  @ApiProduces('application/x-ndjson')
  @ApiOkResponse({ schema: { type: 'string' } })
  @Get('export')
  @RouteConfig({ scope: 'predict' })
  async export(@Param('id') id: string, @CurrentCaller() { projectId, scopes }: Caller): Promise<StreamableFile> {
    const collection = await this.collections.get(projectId, id);
    if (collection.kind === 'faces' && !scopes.includes('admin'))
      throw new PerceptError('FORBIDDEN', "Faces leave only with a key that has the scope 'admin': an export is not encrypted.");
    const disposition = `attachment; filename="${collection.name}.jsonl"`;
    return new StreamableFile(Readable.from(this.transfer.lines(collection)), { type: LINES, disposition });
  }

  @ApiOperation({
    operationId: 'importCollection',
    summary: 'Adds the lines of an export to a collection. An entry without a vector is described from its picture or text.',
  })
  @ApiConsumes('application/x-ndjson')
  @ApiBody({ required: true, schema: { type: 'string' } })
  @ApiOkResponse({ type: ImportResponse })
  @Post('import')
  @HttpCode(200)
  @RouteConfig({ scope: 'predict', audited: true, raw: true, media: true })
  async import(
    @Param('id') id: string,
    @Req() request: FastifyRequest,
    @CurrentCaller() caller: Caller,
  ): Promise<ImportResponse> {
    const collection = await this.collections.get(caller.projectId, id);
    this.embeddings.check(collection.kind);
    const { body } = request;
    if (!Buffer.isBuffer(body)) throw PerceptError.invalid('body', 'is missing: send the lines of an export.');
    const lines = body.toString('utf8').split('\n');
    return { added: await this.transfer.add(collection, lines, { share: getCallerShare(caller), patient: true }) };
  }
}

function unit(vector: readonly number[]): Float32Array {
  const length = Math.hypot(...vector);
  if (length === 0) throw PerceptError.invalid('vector', 'has zeros only.');
  return Float32Array.from(vector, (value) => value / length);
}
