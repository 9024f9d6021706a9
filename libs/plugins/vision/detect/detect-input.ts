import { Alias, ImageInput } from '@percept/sdk';
import type { Detail } from '@percept/sdk/models';
import { ArrayNotEmpty, IsArray, IsIn, IsOptional, IsString, MinLength, JSONSchema, IsFraction } from '@percept/sdk/decorators';

export const DETAILS: readonly Detail[] = ['low', 'normal', 'high'];

export class DetectInput extends ImageInput {
  @JSONSchema({ description: 'Only objects with at least this confidence.' })
  @IsFraction()
  min_confidence = 0.6;

  @Alias('min_confidence')
  confidence_threshold?: number;

  @JSONSchema({ description: 'Only objects of these kinds, such as `person`; all kinds by default.' })
  @IsArray()
  @ArrayNotEmpty()
  @IsString({ each: true })
  @IsOptional()
  object_types?: string[];

  @Alias('object_types')
  objects?: string[];

  @JSONSchema({
    description:
      'How closely to look. `high` also searches magnified parts of the image and finds small objects and crowds; it takes five ' +
      'to six times as long, and forty to sixty times for an image of more than 768 pixels. `low` is twice as fast and misses more.',
  })
  @IsIn(DETAILS)
  detail: Detail = 'normal';

  @JSONSchema({
    description: 'Name of a model that `GET /v2/models` lists for the task; its default if absent.',
  })
  @IsString()
  @MinLength(1)
  @IsOptional()
  model?: string;
}
