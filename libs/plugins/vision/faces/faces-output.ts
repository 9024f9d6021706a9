import { IsInt, IsObject, IsOptional, Min, JSONSchema, IsListOf, IsNested } from '@percept/sdk/decorators';
import type { FaceLandmarks } from '@percept/sdk/models';
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

/** A found face. */
export class FoundFace extends Found {
  @JSONSchema({
    description:
      'If requested: `left_eye`, `right_eye`, `nose`, `mouth`, `left_ear` and `right_ear`, in pixels of the upright image. Left is left for who looks at it; a hidden ear is an estimate. Absent for a face that lies on its side.',
    additionalProperties: {
      type: 'object',
      required: ['x', 'y'],
      properties: { x: { type: 'number' }, y: { type: 'number' } },
    },
  })
  @IsObject()
  @IsOptional()
  landmarks?: FaceLandmarks;
}

export class Face extends FoundFace {
  @EmotionShares()
  @IsObject()
  @IsOptional()
  emotions?: Record<string, number>;
}

export class FacesOutput {
  @JSONSchema({ description: 'The faces, most confident first; each with `emotions` unless they are switched off.' })
  @IsListOf(() => Face)
  faces!: Face[];

  @JSONSchema({ description: 'The number of faces.' })
  @IsInt()
  @Min(0)
  total_faces!: number;

  @JSONSchema({ description: 'Size and format of the image.' })
  @IsNested(() => ImageProperties)
  image_properties!: ImageProperties;
}
