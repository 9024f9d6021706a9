import { ImageInput } from '@percept/core';
import { IsBoolean, IsOptional } from 'class-validator';
import { JSONSchema } from 'class-validator-jsonschema';
import { AreFeatures, FEATURES, type Feature } from './features';

export class AnalyzeInput extends ImageInput {
  @JSONSchema({
    description: 'What to look for; all of it where it is absent. What is not asked for is not computed.',
    type: 'array',
    items: { type: 'string', enum: [...FEATURES] },
    minItems: 1,
  })
  @AreFeatures()
  @IsOptional()
  features?: Feature[];

  @JSONSchema({ description: 'Whether to tell what the file says of itself: size, orientation, colour space, camera.' })
  @IsBoolean()
  include_metadata = false;
}
