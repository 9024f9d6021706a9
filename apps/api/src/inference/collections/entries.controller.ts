import { Body, Controller, Delete, Get, HttpCode, Param, Patch, Post, Query, Req, StreamableFile } from '@nestjs/common';
import { RouteConfig } from '@nestjs/platform-fastify';
import {
  ApiBody,
  ApiConsumes,
  ApiCreatedResponse,
  ApiNoContentResponse,
  ApiOkResponse,
  ApiOperation,
  ApiProduces,
  ApiTags,
} from '@nestjs/swagger';
import { PerceptError } from '@percept/sdk';
import type { FastifyRequest } from 'fastify';
import { getCallerShare, type Caller } from '../../access/auth/caller';
import { CurrentCaller } from '../../access/auth/current-caller.decorator';
import { ValidatedBody, ValidatedQuery } from '../../platform/rest/validation.pipe';
import { pageSchema } from '../../platform/rest/list-schema';
import { ApiQueryClass } from '../../platform/rest/query-class';
import { EntriesQuery, EntryChanges, EntryRequest, LabelQuery } from './collection-dtos';
import { Collections } from './collections';
import { Embeddings } from './embeddings';
import { Entries } from './entries';
import { readEntryInput } from './entry-input';
import { EntryResponse, showEntry } from './entry-responses';

const scoped = { scope: 'predict', audited: true } as const;
const BODY = {
  type: 'object',
  properties: {
    image: { type: 'string', format: 'binary', description: 'The picture: a file, a URL or Base64.' },
    text: { type: 'string', description: 'The text, in a collection of texts.' },
    crop: { type: 'object', description: 'As in `vision.embed`.' },
    label: { type: 'string' },
    metadata: { type: 'object' },
  },
};

@ApiTags('collections')
@Controller('v2/collections/:id/entries')
export class EntriesController {
  constructor(
    private readonly collections: Collections,
    private readonly entries: Entries,
    private readonly embeddings: Embeddings,
  ) {}

  @ApiOperation({
    operationId: 'addEntry',
    summary: 'Adds a picture or a text to a collection, with its vector and a label.',
    description: 'The picture is sent as to `vision.embed`: as a part of a form, as the body, or in JSON.',
  })
  @ApiConsumes('multipart/form-data', 'application/json')
  @ApiBody({ required: true, schema: BODY as object })
  @ApiQueryClass(EntryRequest)
  @ApiCreatedResponse({ type: EntryResponse })
  @Post()
  @RouteConfig({ ...scoped, media: true })
  async add(@Param('id') id: string, @Req() request: FastifyRequest, @CurrentCaller() caller: Caller): Promise<EntryResponse> {
    const { own, input } = await readEntryInput(request, EntryRequest);
    const collection = await this.collections.get(caller.projectId, id);
    const { kind, keep_pictures: keep } = collection;
    const embedded = await this.embeddings.embed(kind, input, { keep, share: getCallerShare(caller) });
    const text = kind === 'texts' ? String(input.fields!.text) : null;
    const [row] = await this.entries.add(collection, [{ ...embedded, ...own, text }]);
    return showEntry(row!);
  }

  @ApiOperation({ operationId: 'listEntries', summary: 'Lists the entries of a collection, newest first.' })
  @ApiQueryClass(EntriesQuery)
  @ApiOkResponse(pageSchema('entries', EntryResponse))
  @Get()
  @RouteConfig({ scope: 'predict' })
  async list(
    @Param('id') id: string,
    @Query(new ValidatedQuery(EntriesQuery)) { limit, cursor: before, label, unlabelled }: EntriesQuery,
    @CurrentCaller() { projectId }: Caller,
  ): Promise<{ entries: EntryResponse[]; next_cursor: string | null }> {
    const collection = await this.collections.get(projectId, id);
    if (unlabelled && label !== undefined)
      throw PerceptError.invalid('unlabelled', 'cannot be given together with `label`: give one of the two.');
    const rows = await this.entries.list(collection, { limit, before, label: unlabelled ? null : label });
    return { entries: rows.map(showEntry), next_cursor: rows.length < limit ? null : rows.at(-1)!.id };
  }

  @ApiOperation({ operationId: 'deleteEntries', summary: 'Deletes all entries with a label, their pictures and vectors.' })
  @ApiQueryClass(LabelQuery)
  @ApiOkResponse({ schema: { type: 'object', required: ['deleted'], properties: { deleted: { type: 'integer' } } } })
  @Delete()
  @RouteConfig(scoped)
  async deleteLabel(
    @Param('id') id: string,
    @Query(new ValidatedQuery(LabelQuery)) { label }: LabelQuery,
    @CurrentCaller() { projectId }: Caller,
  ): Promise<{ deleted: number }> {
    const collection = await this.collections.get(projectId, id);
    if (label === undefined) throw PerceptError.invalid('label', 'is required: it says which entries are deleted.');
    return { deleted: await this.entries.deleteLabel(collection, label) };
  }

  @ApiOperation({ operationId: 'getEntry', summary: 'Gets an entry.' })
  @ApiOkResponse({ type: EntryResponse })
  @Get(':entry')
  @RouteConfig({ scope: 'predict' })
  async get(
    @Param('id') id: string,
    @Param('entry') entry: string,
    @CurrentCaller() { projectId }: Caller,
  ): Promise<EntryResponse> {
    return showEntry(await this.entries.get(await this.collections.get(projectId, id), entry));
  }

  @ApiOperation({ operationId: 'getEntryPicture', summary: 'Downloads the small copy of the picture of an entry.' })
  @ApiProduces('image/jpeg')
  @ApiOkResponse({ schema: { type: 'string', format: 'binary' } })
  @Get(':entry/picture')
  @RouteConfig({ scope: 'predict' })
  async picture(
    @Param('id') id: string,
    @Param('entry') entry: string,
    @CurrentCaller() { projectId }: Caller,
  ): Promise<StreamableFile> {
    const picture = await this.entries.picture(await this.collections.get(projectId, id), entry);
    return new StreamableFile(picture, { type: 'image/jpeg', length: picture.length, disposition: 'inline' });
  }

  @ApiOperation({ operationId: 'updateEntry', summary: 'Changes the label or the metadata of an entry.' })
  @ApiOkResponse({ type: EntryResponse })
  @Patch(':entry')
  @RouteConfig(scoped)
  async update(
    @Param('id') id: string,
    @Param('entry') entry: string,
    @Body(new ValidatedBody(EntryChanges)) changes: EntryChanges,
    @CurrentCaller() { projectId }: Caller,
  ): Promise<EntryResponse> {
    return showEntry(await this.entries.update(await this.collections.get(projectId, id), entry, changes));
  }

  @ApiOperation({ operationId: 'deleteEntry', summary: 'Deletes an entry with its picture and its vector.' })
  @ApiNoContentResponse()
  @Delete(':entry')
  @HttpCode(204)
  @RouteConfig(scoped)
  async delete(@Param('id') id: string, @Param('entry') entry: string, @CurrentCaller() { projectId }: Caller): Promise<void> {
    await this.entries.delete(await this.collections.get(projectId, id), entry);
  }
}
