import { IsArray, IsInt, IsNumber, IsOptional, IsString, JSONSchema, Min, IsNested } from '@percept/sdk/decorators';

/** The model that defines the space of the vector. */
class TextEmbeddingModel {
  @JSONSchema({ description: 'Name of the model.' })
  @IsString()
  name!: string;

  @JSONSchema({ description: 'Compare only vectors of the same model and version.' })
  @IsString()
  version!: string;
}

export class TextEmbedOutput {
  @JSONSchema({
    description: 'The vector, with a length of 1: the sum of the products of two vectors is their cosine similarity.',
  })
  @IsNumber({}, { each: true })
  @IsArray()
  embedding!: number[];

  @JSONSchema({ description: 'How many numbers the vector has: 384 with the default model.' })
  @IsInt()
  @Min(2)
  dimensions!: number;

  @JSONSchema({ description: 'Words and parts of words that the model read.' })
  @IsInt()
  @Min(0)
  tokens!: number;

  @JSONSchema({ description: 'The model that the vector comes from.' })
  @IsNested(() => TextEmbeddingModel)
  model!: TextEmbeddingModel;

  @JSONSchema({ description: 'Why the vector says little: the model does not know the characters.' })
  @IsString({ each: true })
  @IsArray()
  @IsOptional()
  warnings?: string[];
}
