import { Type, IsNumber, Max, Min, ValidateNested, JSONSchema } from '@percept/sdk/decorators';
import { Box } from './detect/detect-output';

/** Something that was found with a confidence and a box. */
export class Found {
  @JSONSchema({ description: 'Calibrated probability that the result is right.' })
  @IsNumber()
  @Min(0)
  @Max(1)
  confidence!: number;

  @JSONSchema({ description: 'The bounding box, in pixels of the upright image.' })
  @ValidateNested()
  @Type(() => Box)
  bounding_box!: Box;
}
