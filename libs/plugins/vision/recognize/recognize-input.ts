import { ImageInput } from '@percept/sdk';
import {
  IsBoolean,
  IsInt,
  IsOptional,
  IsString,
  Max,
  MaxLength,
  Min,
  MinLength,
  JSONSchema,
  IsFraction,
} from '@percept/sdk/decorators';

/** Chosen by `npm run eval -- recognise`. */
const MIN_SIMILARITY = 0.7;

export class RecognizeInput extends ImageInput {
  @JSONSchema({ description: 'A collection of the kind `faces`. Its labels are names of people.' })
  @IsString()
  @MinLength(1)
  @MaxLength(100)
  collection = 'people';

  @JSONSchema({ description: 'Whether names are looked up. Without, no collection is needed.' })
  @IsBoolean()
  names = true;

  @JSONSchema({ description: 'Below it, a face is `unknown`.' })
  @IsFraction()
  min_similarity = MIN_SIMILARITY;

  @JSONSchema({ description: 'Only faces with at least this confidence.' })
  @IsFraction()
  min_confidence = 0.6;

  @JSONSchema({ description: 'Whether to answer the vector of each face.' })
  @IsBoolean()
  embeddings = false;

  @JSONSchema({
    description: 'Pixels of the longer side of a small JPEG of each face. None if absent.',
  })
  @IsInt()
  @Min(32)
  @Max(1024)
  @IsOptional()
  thumbnail?: number;
}
