import {
  IsArray,
  IsInt,
  IsNumber,
  IsOptional,
  IsString,
  Min,
  JSONSchema,
  IsListOf,
  IsNested,
  IsFraction,
} from '@percept/sdk/decorators';
import { ImageProperties } from '../classification';
import { EmbeddingModel } from '../embed/embed-output';
import { Found } from '../found';

export class NamedCandidate {
  @JSONSchema({ description: 'The label of its entries in the collection.' })
  @IsString()
  name!: string;

  @JSONSchema({ description: 'That of the most similar entry: the cosine of the two vectors.' })
  @IsNumber()
  similarity!: number;
}

export class RecognizedFace extends Found {
  @JSONSchema({ description: 'The most similar person, or `unknown`.' })
  @IsString()
  name!: string;

  @JSONSchema({
    description: 'To the most similar entry, also of `unknown`; absent where there is none, or no names are looked up.',
  })
  @IsNumber()
  @IsOptional()
  similarity?: number;

  @JSONSchema({ description: 'Everybody who is similar enough, the most similar first, five at most.' })
  @IsListOf(() => NamedCandidate)
  candidates!: NamedCandidate[];

  @JSONSchema({ description: 'If requested: its vector, with a length of 1.' })
  @IsNumber({}, { each: true })
  @IsArray()
  @IsOptional()
  embedding?: number[];

  @JSONSchema({ description: 'If requested: a small JPEG of it without metadata, in Base64.' })
  @IsString()
  @IsOptional()
  thumbnail?: string;
}

export class RecognizeOutput {
  @JSONSchema({ description: 'The faces, most confident first.' })
  @IsListOf(() => RecognizedFace)
  faces!: RecognizedFace[];

  @JSONSchema({ description: 'The number of faces.' })
  @IsInt()
  @Min(0)
  total_faces!: number;

  @JSONSchema({ description: 'What a face needed for a name.' })
  @IsFraction()
  min_similarity!: number;

  @JSONSchema({ description: 'The model that describes faces.' })
  @IsNested(() => EmbeddingModel)
  model!: EmbeddingModel;

  @JSONSchema({ description: 'Size and format of the image.' })
  @IsNested(() => ImageProperties)
  image_properties!: ImageProperties;
}
