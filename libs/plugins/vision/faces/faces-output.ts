import { Type, IsArray, IsInt, IsObject, IsOptional, Min, ValidateNested, JSONSchema } from '@percept/sdk/decorators';
import { ImageProperties } from '../classification';
import { Found } from '../found';

/** Describes a map of probabilities by expression. */
export function EmotionShares(): PropertyDecorator {
  const mark = JSONSchema({
    description: 'Probability of each expression; they sum to 1. They describe how a face looks, never what somebody feels.',
    additionalProperties: { type: 'number', minimum: 0, maximum: 1 },
  });
  return (target, property) => mark(target, property as string);
}

export class Face extends Found {
  @EmotionShares()
  @IsObject()
  @IsOptional()
  emotions?: Record<string, number>;
}

export class FacesOutput {
  @JSONSchema({ description: 'The faces, most confident first; each with `emotions` unless they are switched off.' })
  @IsArray()
  @ValidateNested({ each: true })
  @Type(() => Face)
  faces!: Face[];

  @JSONSchema({ description: 'The number of faces.' })
  @IsInt()
  @Min(0)
  total_faces!: number;

  @JSONSchema({ description: 'Size and format of the image.' })
  @ValidateNested()
  @Type(() => ImageProperties)
  image_properties!: ImageProperties;
}
