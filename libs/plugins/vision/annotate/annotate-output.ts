import { IsIn, IsString, JSONSchema, IsListOf, IsNested } from '@percept/sdk/decorators';
import { ImageProperties } from '../classification';
import { Box } from '../detect/detect-output';

class DrawnBox {
  @JSONSchema({ description: 'What stands at the box.' })
  @IsString()
  label!: string;

  @JSONSchema({ description: 'Its place, in pixels of the answer.' })
  @IsNested(() => Box)
  bounding_box!: Box;
}

export class AnnotateOutput {
  @JSONSchema({ description: 'The upright image with the boxes, in Base64, without metadata.' })
  @IsString()
  image_data!: string;

  @IsIn(['image/jpeg', 'image/png'])
  media_type!: 'image/jpeg' | 'image/png';

  @JSONSchema({ description: 'What was drawn.' })
  @IsListOf(() => DrawnBox)
  boxes!: DrawnBox[];

  @JSONSchema({ description: 'Size and format of the image that was sent.' })
  @IsNested(() => ImageProperties)
  image_properties!: ImageProperties;
}
