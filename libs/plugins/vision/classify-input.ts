import { Alias, ImageInput } from '@percept/sdk';
import { IsInt, IsNumber, IsOptional, IsString, Max, Min, MinLength, JSONSchema } from '@percept/sdk/decorators';

export class ClassifyInput extends ImageInput {
  @JSONSchema({ description: 'The maximum number of classifications.' })
  @IsInt()
  @Min(1)
  @Max(100)
  max_results = 10;

  @JSONSchema({ description: 'Only what the picture shows with at least this probability.' })
  @IsNumber()
  @Min(0)
  @Max(1)
  confidence_threshold = 0.5;

  @Alias('confidence_threshold')
  min_confidence?: number;

  @JSONSchema({
    description: 'Name of the model to ask, of those that `GET /v2/models` lists for the task; the default where it is absent.',
  })
  @IsString()
  @MinLength(1)
  @IsOptional()
  model?: string;
}
