import { Alias, ImageInput } from '@percept/sdk';
import { IsInt, IsNumber, IsOptional, IsString, Max, Min, MinLength, JSONSchema } from '@percept/sdk/decorators';

export class ClassifyInput extends ImageInput {
  @JSONSchema({ description: 'The maximum number of classifications.' })
  @IsInt()
  @Min(1)
  @Max(100)
  max_results = 10;

  @JSONSchema({ description: 'Only labels with at least this confidence.' })
  @IsNumber()
  @Min(0)
  @Max(1)
  confidence_threshold = 0.5;

  @Alias('confidence_threshold')
  min_confidence?: number;

  @JSONSchema({
    description: 'Name of a model that `GET /v2/models` lists for the task; its default if absent.',
  })
  @IsString()
  @MinLength(1)
  @IsOptional()
  model?: string;
}
