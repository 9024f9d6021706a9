import { PerceptError } from '@percept/sdk';
import {
  ArrayMaxSize,
  ArrayNotEmpty,
  IsArray,
  IsNumber,
  IsObject,
  IsOptional,
  IsString,
  JSONSchema,
  MaxLength,
  MinLength,
} from '@percept/sdk/decorators';
import {
  defineOperation,
  NearestRequest,
  type CollectedMatch,
  type OperationContext,
  type ProjectCollections,
} from '@percept/sdk/pipelines';

const MAX_NUMBERS = 8_192;

function IsCollection(): PropertyDecorator {
  const described = JSONSchema({ description: 'Name or id of a collection of the project.' });
  return (target, property) =>
    [MaxLength(100), MinLength(1), IsString(), described].forEach((mark) => mark(target, property as string));
}

class CollectionAddInput {
  @IsCollection()
  collection!: string;

  @JSONSchema({
    description:
      'The answer of `vision.embed` or `text.embed`, such as `${{ look }}`. With `thumbnail` the picture is kept, too.',
  })
  @IsObject()
  embedded!: Record<string, unknown>;

  @JSONSchema({ description: 'What it shows: the class that a model learns.' })
  @IsString()
  @MinLength(1)
  @MaxLength(255)
  @IsOptional()
  label?: string;

  @JSONSchema({ description: 'The text, in a collection of texts.' })
  @IsString()
  @MaxLength(100_000)
  @IsOptional()
  text?: string;

  @JSONSchema({ description: 'Anything of your own, up to 4 KB; filters see it.' })
  @IsObject()
  @IsOptional()
  metadata?: Record<string, unknown>;
}

class CollectionAddOutput {
  @JSONSchema({ description: 'Id of the entry.' })
  @IsString()
  id!: string;
}

export const collectionAdd = defineOperation({
  id: 'collection.add',
  summary: 'Adds a picture or a text to a collection, by its vector.',
  description: 'If a process ends between the entry and the result, the step is repeated, and the entry exists twice.',
  input: CollectionAddInput,
  output: CollectionAddOutput,
  examples: [{ collection: 'album', embedded: { embedding: [0.6, 0.8], model: { name: 'm', version: '1' } }, label: 'dog' }],

  async run({ collection, embedded, ...entry }, context) {
    const { embedding, model, thumbnail } = embedded;
    const { name, version } = (model ?? {}) as { name?: unknown; version?: unknown };
    if (typeof name !== 'string' || typeof version !== 'string')
      throw PerceptError.invalid(
        'embedded',
        'has no `model` with name and version: send the answer of vision.embed or text.embed.',
      );
    const vector = unit(embedding, 'embedded');
    const picture = typeof thumbnail === 'string' ? { picture: thumbnail } : {};
    const { id } = await collectionsOf(context).add(collection, { ...entry, ...picture, vector, model: { name, version } });
    return { output: { id } };
  },
});

class CollectionSearchInput extends NearestRequest {
  @IsCollection()
  collection!: string;

  @JSONSchema({ description: 'The vector to search for, such as `${{ look.embedding }}`.' })
  @IsNumber({}, { each: true })
  @IsArray()
  @ArrayNotEmpty()
  @ArrayMaxSize(MAX_NUMBERS)
  vector!: number[];
}

class CollectionSearchOutput {
  @JSONSchema({
    description: 'The nearest first, each with `id`, `label`, `metadata` and `similarity`.',
    type: 'array',
    items: { type: 'object', additionalProperties: true },
  })
  @IsArray()
  entries!: CollectedMatch[];
}

export const collectionSearch = defineOperation({
  id: 'collection.search',
  summary: 'Finds the entries of a collection that are nearest to a vector.',
  description: 'The search is exact and includes every earlier entry.',
  input: CollectionSearchInput,
  output: CollectionSearchOutput,
  examples: [{ collection: 'album', vector: [0.6, 0.8], limit: 3, min_similarity: 0.8 }],

  async run({ collection, vector, ...options }, context) {
    return { output: { entries: await collectionsOf(context).search(collection, unit(vector, 'vector'), options) } };
  },
});

function collectionsOf({ collections }: OperationContext): ProjectCollections {
  if (collections) return collections;
  throw new Error('Pipelines have no collections here.');
}

function unit(values: unknown, field: string): Float32Array {
  const isVector = Array.isArray(values) && values.length > 1 && values.every((each) => Number.isFinite(each));
  if (!isVector) throw PerceptError.invalid(field, 'has no vector: send the answer of vision.embed or text.embed.');
  const length = Math.hypot(...(values as number[]));
  if (length === 0) throw PerceptError.invalid(field, 'has zeros only.');
  return Float32Array.from(values as number[], (value) => value / length);
}
