import { ImageInput } from '@percept/sdk';
import { IsInt, IsOptional, IsString, Max, Min, MinLength, JSONSchema, IsNested } from '@percept/sdk/decorators';

/** A part of the upright image. */
export class Crop {
  @JSONSchema({ description: 'Pixels from the left edge of the upright image.' })
  @IsInt()
  @Min(0)
  x!: number;

  @JSONSchema({ description: 'Pixels from the top edge of the upright image.' })
  @IsInt()
  @Min(0)
  y!: number;

  @JSONSchema({ description: 'Pixels.' })
  @IsInt()
  @Min(1)
  width!: number;

  @JSONSchema({ description: 'Pixels.' })
  @IsInt()
  @Min(1)
  height!: number;
}

export class EmbedInput extends ImageInput {
  @JSONSchema({
    description: 'The part of the image to describe, such as a `bounding_box` of `vision.detect`; all of it if absent.',
  })
  @IsNested(() => Crop)
  @IsOptional()
  crop?: Crop;

  @JSONSchema({
    description:
      'Pixels of the longer side of a small JPEG of what was described, which `thumbnail` of the answer has; none if absent.',
  })
  @IsInt()
  @Min(32)
  @Max(1024)
  @IsOptional()
  thumbnail?: number;

  @JSONSchema({
    description: 'Name of a model that `GET /v2/models` lists for the task; its default if absent.',
  })
  @IsString()
  @MinLength(1)
  @IsOptional()
  model?: string;
}
