import { IsArray, IsInt, IsNumber, IsOptional, IsString, Min, JSONSchema, IsNested } from '@percept/sdk/decorators';
import { ImageProperties } from '../classification';

/** The model that defines the space of the vector. */
export class EmbeddingModel {
  @JSONSchema({ description: 'Name of the model.' })
  @IsString()
  name!: string;

  @JSONSchema({ description: 'Compare only vectors of the same model and version.' })
  @IsString()
  version!: string;
}

export class EmbedOutput {
  @JSONSchema({
    description: 'The vector, with a length of 1: the sum of the products of two vectors is their cosine similarity.',
  })
  @IsNumber({}, { each: true })
  @IsArray()
  embedding!: number[];

  @JSONSchema({ description: 'How many numbers the vector has: 1,280 with the default model.' })
  @IsInt()
  @Min(2)
  dimensions!: number;

  @JSONSchema({ description: 'The model that the vector comes from.' })
  @IsNested(() => EmbeddingModel)
  model!: EmbeddingModel;

  @JSONSchema({ description: 'A small JPEG without metadata, in Base64, where `thumbnail` asks for it.' })
  @IsString()
  @IsOptional()
  thumbnail?: string;

  @JSONSchema({ description: 'Size and format of the image.' })
  @IsNested(() => ImageProperties)
  image_properties!: ImageProperties;
}
