import { IsInt, IsString, Min, JSONSchema, IsListOf, IsNested, IsFraction } from '@percept/sdk/decorators';

/** A box in whole pixels of the upright image, inside its borders. */
export class Box {
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

export class Detection {
  @JSONSchema({ description: 'The kind of object: one of the 80 COCO classes, such as `person`.' })
  @IsString()
  object!: string;

  @JSONSchema({ description: 'Calibrated probability that the detection is right.' })
  @IsFraction()
  confidence!: number;

  @JSONSchema({ description: 'The bounding box, in pixels of the upright image.' })
  @IsNested(() => Box)
  bounding_box!: Box;
}

export class DetectOutput {
  @JSONSchema({ description: 'The objects, most confident first.' })
  @IsListOf(() => Detection)
  detections!: Detection[];

  @JSONSchema({ description: 'The number of objects.' })
  @IsInt()
  @Min(0)
  total_objects!: number;
}
