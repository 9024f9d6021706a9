import { ArrayMaxSize, IsArray, IsInt, IsNumber, IsOptional, IsString, Max, MaxLength, Min, MinLength } from 'class-validator';
import { JSONSchema } from 'class-validator-jsonschema';

/** The parameters of a search in a collection; also the query parameters where the body is a picture. */
export class NearestRequest {
  @JSONSchema({ description: 'The maximum number of entries.' })
  @IsInt()
  @Min(1)
  @Max(1000)
  limit = 10;

  @JSONSchema({ description: 'Only entries at least this similar: the cosine of their vectors.' })
  @IsNumber()
  @Min(-1)
  @Max(1)
  min_similarity = 0;

  @JSONSchema({ description: 'Only entries with one of these labels.' })
  @IsArray()
  @ArrayMaxSize(100)
  @IsString({ each: true })
  @IsOptional()
  labels?: string[];

  @JSONSchema({
    description: 'Only entries for which this CEL expression is true; it sees `label`, `metadata` and `created_at`.',
    examples: ["metadata.camera == 'yard'"],
  })
  @IsString()
  @MinLength(1)
  @MaxLength(1000)
  @IsOptional()
  filter?: string;
}
