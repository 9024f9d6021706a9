import { JSONSchema, IsNested, IsFraction } from '@percept/sdk/decorators';
import { Box } from './detect/detect-output';

/** A find with a confidence and a box. */
export class Found {
  @JSONSchema({ description: 'Calibrated probability that the result is right.' })
  @IsFraction()
  confidence!: number;

  @JSONSchema({ description: 'The bounding box, in pixels of the upright image.' })
  @IsNested(() => Box)
  bounding_box!: Box;
}
