import { NearestRequest } from '@percept/core';
import {
  ArrayMaxSize,
  IsArray,
  IsBoolean,
  IsIn,
  IsInt,
  IsNumber,
  IsObject,
  IsOptional,
  IsString,
  Matches,
  Max,
  MaxLength,
  Min,
  MinLength,
  ValidateNested,
  OrNull,
  Type,
  JSONSchema,
  IsTime,
} from '@percept/sdk/decorators';
import { IsCursor } from '../../platform/rest/cursor';
import { TrainingResponse } from './teaching/teaching-dtos';
import { COLLECTION_KINDS, type CollectionEntity, type CollectionKind } from './collection.entity';

const NAME = /^[a-z0-9][a-z0-9_-]{0,62}$/;
const NAME_REASON = 'must be small letters, digits, - and _, beginning with a letter or digit, such as front-gate';
const MAX_DAYS = 36_500;
/** Maximum characters of a label. */
export const MAX_LABEL = 255;

const KEEP_DAYS = { description: 'Days after which an entry is deleted; 0: it stays.' };

/** The body of `POST /v2/collections`. */
export class CollectionRequest {
  @JSONSchema({ description: 'Unique in the project. It stands wherever the id is taken.' })
  @IsString()
  @Matches(NAME, { message: NAME_REASON })
  name: string;

  @JSONSchema({
    description: '`states` are pictures of one place, such as a gate that is open or closed. `faces` are people, by label.',
  })
  @IsIn(COLLECTION_KINDS)
  kind: CollectionKind = 'pictures';

  @JSONSchema({
    description:
      'Whether small copies of the pictures are kept, 384 pixels at most, without metadata; of states 1,024. Of faces, the face alone.',
  })
  @IsBoolean()
  keep_pictures = true;

  @JSONSchema(KEEP_DAYS)
  @IsInt()
  @Min(0)
  @Max(MAX_DAYS)
  keep_days = 0;
}

/** The body of `PATCH /v2/collections/{id}`. */
export class CollectionChanges {
  @IsString()
  @Matches(NAME, { message: NAME_REASON })
  @IsOptional()
  name?: string;

  @JSONSchema({ description: 'For entries that come; those that are there keep theirs.' })
  @IsBoolean()
  @IsOptional()
  keep_pictures?: boolean;

  @JSONSchema({ ...KEEP_DAYS, description: `${KEEP_DAYS.description} For entries that come.` })
  @IsInt()
  @Min(0)
  @Max(MAX_DAYS)
  @IsOptional()
  keep_days?: number;
}

/** How many entries have a label. */
export class LabelCount {
  @JSONSchema({ description: 'Null: without a label.' }) @IsString() @OrNull() label: string | null;
  @IsInt() entries: number;
}

export class CollectionResponse {
  @IsString() id: string;
  @IsString() name: string;
  @IsIn(COLLECTION_KINDS) kind: CollectionKind;
  @JSONSchema({ description: 'The model of its vectors; null while it is empty.' })
  @IsString()
  @OrNull()
  model: string | null;
  @IsString() @OrNull() model_version: string | null;
  @IsInt() entries: number;
  @IsBoolean() keep_pictures: boolean;
  @JSONSchema(KEEP_DAYS) @IsInt() keep_days: number;
  @IsTime() created_at: string;
  @IsTime() updated_at: string;
}

/** A collection with its labels. */
export class CollectionDetailResponse extends CollectionResponse {
  @JSONSchema({
    description:
      '`database`: without a filter, in a graph of pgvector, which may miss a few of the nearest entries. `memory`: exactly.',
  })
  @IsIn(['memory', 'database'])
  searched_in: 'memory' | 'database';
  @JSONSchema({ type: 'array', items: { $ref: '#/components/schemas/LabelCount' } })
  @IsArray()
  labels: LabelCount[];
  @JSONSchema({ description: 'The latest teaching; null before the first.' })
  @ValidateNested()
  @Type(() => TrainingResponse)
  @OrNull()
  training: TrainingResponse | null;
}

/** The parameters of `POST /v2/collections/{id}/search` besides the search input. */
export class SearchRequest extends NearestRequest {
  @JSONSchema({ description: 'Id of an entry of the collection: searches what is near to it.' })
  @IsString()
  @IsOptional()
  entry?: string;

  @JSONSchema({ description: 'A vector of the model of the collection.' })
  @IsNumber({}, { each: true })
  @IsArray()
  @ArrayMaxSize(8192)
  @IsOptional()
  vector?: number[];
}

/** The body of `POST /v2/collections/{id}/duplicates`. */
export class DuplicatesRequest {
  @JSONSchema({
    description:
      'Entries of a group are at least this similar to another one of it; if absent, 0.8 for pictures, which are compared by the square roots of their numbers, and 0.95 for the others.',
  })
  @IsNumber()
  @Min(0.5)
  @Max(1)
  @IsOptional()
  min_similarity?: number;
}

/** The parameters of `POST /v2/collections/{id}/entries` besides the picture or the text. */
export class EntryRequest {
  @JSONSchema({ description: 'What it shows, such as `open`: the class that a model learns.' })
  @IsString()
  @MinLength(1)
  @MaxLength(MAX_LABEL)
  @IsOptional()
  label?: string;

  @JSONSchema({ description: 'Anything of your own, up to 4 KB; filters see it.' })
  @IsObject()
  @IsOptional()
  metadata?: Record<string, unknown>;
}

/** The body of `PATCH /v2/collections/{id}/entries/{entry}`. */
export class EntryChanges {
  @JSONSchema({ description: 'An empty text takes the label away.' })
  @IsString()
  @MaxLength(MAX_LABEL)
  @IsOptional()
  label?: string;

  @IsObject()
  @IsOptional()
  metadata?: Record<string, unknown>;
}

/** The query of `GET /v2/collections/{id}/entries`. */
export class EntriesQuery {
  @JSONSchema({ description: 'The maximum number of entries.' }) @IsInt() @Min(1) @Max(500) @IsOptional() limit = 50;
  @JSONSchema({ description: 'Only entries with this label.' }) @IsString() @IsOptional() label?: string;
  @JSONSchema({ description: 'Only entries without a label.' }) @IsBoolean() @IsOptional() unlabelled?: boolean;
  @JSONSchema({ description: 'The `next_cursor` of the previous page.' }) @IsCursor('ent') @IsOptional() cursor?: string;
}

/** The query of `DELETE /v2/collections/{id}/entries`. */
export class LabelQuery {
  @JSONSchema({ description: 'Entries with this label are deleted.' }) @IsString() @MinLength(1) @IsOptional() label?: string;
}

export function showCollection(row: CollectionEntity): CollectionResponse {
  const { id, name, kind, model_name, model_version, entries, keep_pictures, keep_days, created_at, updated_at } = row;
  const iso = (time: number): string => new Date(time).toISOString();
  const times = { created_at: iso(created_at), updated_at: iso(updated_at) };
  return { id, name, kind, model: model_name, model_version, entries, keep_pictures, keep_days, ...times };
}
