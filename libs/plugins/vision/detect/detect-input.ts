import { Alias, ImageInput } from '@percept/sdk';
import { ArrayNotEmpty, IsArray, IsNumber, IsOptional, IsString, Max, Min, MinLength, JSONSchema } from '@percept/sdk/decorators';

export class DetectInput extends ImageInput {
  @JSONSchema({ description: 'Only objects that are right with at least this probability.' })
  @IsNumber()
  @Min(0)
  @Max(1)
  min_confidence = 0.6;

  @Alias('min_confidence')
  confidence_threshold?: number;

  @JSONSchema({ description: 'Only objects of these kinds, such as `person`; all kinds where it is absent.' })
  @IsArray()
  @ArrayNotEmpty()
  @IsString({ each: true })
  @IsOptional()
  object_types?: string[];

  @Alias('object_types')
  objects?: string[];

  @JSONSchema({
    description: 'Name of the model to ask, of those that `GET /v2/models` lists for the task; the default where it is absent.',
  })
  @IsString()
  @MinLength(1)
  @IsOptional()
  model?: string;
}
