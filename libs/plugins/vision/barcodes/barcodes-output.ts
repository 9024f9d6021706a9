import { IsIn, IsInt, IsString, Min, JSONSchema, IsListOf, IsNested } from '@percept/sdk/decorators';
import { ImageProperties } from '../classification';
import { Box } from '../detect/detect-output';
import { PolygonPoint } from '../text/text-output';
import { BARCODE_FORMATS, type BarcodeFormat } from './barcode-formats';

class Barcode {
  @JSONSchema({ description: 'The kind of code.' })
  @IsIn(BARCODE_FORMATS)
  format!: BarcodeFormat;

  @JSONSchema({ description: 'What the code says, as text.' })
  @IsString()
  text!: string;

  @JSONSchema({ description: 'What the code says, as bytes in Base64: some codes hold no text.' })
  @IsString()
  bytes!: string;

  @JSONSchema({ description: 'The box around the corners, in pixels of the upright image.' })
  @IsNested(() => Box)
  bounding_box!: Box;

  @JSONSchema({ description: "The corners, clockwise from the code's own upper left one." })
  @IsListOf(() => PolygonPoint)
  polygon!: PolygonPoint[];
}

export class BarcodesOutput {
  @JSONSchema({ description: 'The codes, from top to bottom.' })
  @IsListOf(() => Barcode)
  barcodes!: Barcode[];

  @JSONSchema({ description: 'The number of codes.' })
  @IsInt()
  @Min(0)
  total_barcodes!: number;

  @JSONSchema({ description: 'Size and format of the image.' })
  @IsNested(() => ImageProperties)
  image_properties!: ImageProperties;
}
