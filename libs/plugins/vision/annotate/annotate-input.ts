import { ImageInput } from '@percept/sdk';
import {
  ArrayMaxSize,
  IsArray,
  IsIn,
  IsInt,
  IsObject,
  IsOptional,
  JSONSchema,
  Max,
  Min,
  IsFraction,
} from '@percept/sdk/decorators';

/** The features that the capability finds itself. */
export const DRAWN = ['objects', 'faces', 'text'] as const;
export const LABELS = ['name_and_confidence', 'name', 'none'] as const;
const MAX_BOXES = 1_000;

export class AnnotateInput extends ImageInput {
  @JSONSchema({ description: 'What it finds and draws. Without `draw` and `boxes`: objects.' })
  @IsIn(DRAWN, { each: true })
  @IsArray()
  @IsOptional()
  draw?: (typeof DRAWN)[number][];

  @JSONSchema({
    description: 'Results to draw, such as `detections` of `vision.detect`: each has a `bounding_box`.',
    items: { type: 'object', additionalProperties: true },
  })
  @IsObject({ each: true })
  @ArrayMaxSize(MAX_BOXES)
  @IsArray()
  @IsOptional()
  boxes?: Record<string, unknown>[];

  @JSONSchema({ description: 'What stands at each box.' })
  @IsIn(LABELS)
  labels: (typeof LABELS)[number] = 'name_and_confidence';

  @JSONSchema({ description: 'Of what it finds: only with at least this confidence.' })
  @IsFraction()
  min_confidence = 0.5;

  @JSONSchema({ description: 'Of the answer. If absent, a PNG stays one, and every other format becomes a JPEG.' })
  @IsIn(['jpeg', 'png'])
  @IsOptional()
  format?: 'jpeg' | 'png';

  @JSONSchema({ description: 'Pixels of the longer side at most; as many as the image has if absent.' })
  @IsInt()
  @Min(64)
  @Max(4096)
  @IsOptional()
  max_side?: number;
}
