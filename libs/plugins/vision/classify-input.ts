import { Alias, ImageInput } from '@percept/sdk';
import {
  ArrayMaxSize,
  ArrayNotEmpty,
  ArrayUnique,
  IsArray,
  IsInt,
  IsOptional,
  IsString,
  JSONSchema,
  Matches,
  Max,
  MaxLength,
  Min,
  MinLength,
  IsFraction,
} from '@percept/sdk/decorators';

export class ClassifyInput extends ImageInput {
  @JSONSchema({ description: 'The maximum number of classifications.' })
  @IsInt()
  @Min(1)
  @Max(100)
  max_results = 10;

  @JSONSchema({ description: 'Only labels with at least this confidence.' })
  @IsFraction()
  confidence_threshold = 0.5;

  @Alias('confidence_threshold')
  min_confidence?: number;

  @JSONSchema({
    description: 'What the image may show; goes with a `model` such as CLIP.',
  })
  @IsArray()
  @ArrayNotEmpty()
  @ArrayMaxSize(100)
  @ArrayUnique()
  @IsString({ each: true })
  @MinLength(1, { each: true })
  @MaxLength(200, { each: true })
  @IsOptional()
  labels?: string[];

  @JSONSchema({ description: 'What is said of a label, `{}`.' })
  @IsArray()
  @ArrayNotEmpty()
  @ArrayMaxSize(16)
  @IsString({ each: true })
  @Matches(/\{\}/, { each: true })
  @MaxLength(200, { each: true })
  @IsOptional()
  prompts?: string[];

  @JSONSchema({
    description: 'Name of a model that `GET /v2/models` lists for the task; its default if absent.',
  })
  @IsString()
  @MinLength(1)
  @IsOptional()
  model?: string;
}
