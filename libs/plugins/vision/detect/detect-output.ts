import { Type, IsArray, IsInt, IsNumber, IsString, Max, Min, ValidateNested, JSONSchema } from '@percept/sdk/decorators';

/** A box in whole pixels of the upright image, inside its borders. */
export class Box {
  @JSONSchema({ description: 'Pixels from the left border of the upright picture.' })
  @IsInt()
  @Min(0)
  x!: number;

  @JSONSchema({ description: 'Pixels from the top border of the upright picture.' })
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
  @JSONSchema({ description: 'What it is: a name of the COCO list, such as `person`.' })
  @IsString()
  object!: string;

  @JSONSchema({ description: 'Calibrated probability that the detection is right.' })
  @IsNumber()
  @Min(0)
  @Max(1)
  confidence!: number;

  @JSONSchema({ description: 'Where it is, in pixels of the upright picture.' })
  @ValidateNested()
  @Type(() => Box)
  bounding_box!: Box;
}

export class DetectOutput {
  @JSONSchema({ description: 'The objects, most confident first.' })
  @IsArray()
  @ValidateNested({ each: true })
  @Type(() => Detection)
  detections!: Detection[];

  @JSONSchema({ description: 'How many objects were found.' })
  @IsInt()
  @Min(0)
  total_objects!: number;
}
