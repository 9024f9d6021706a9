import { defineCapability, ImageInput } from '@percept/sdk';
import { findBarcodes } from './find-barcodes';
import { ArrayUnique, IsArray, IsIn, JSONSchema, IsInt, IsString, Min, IsListOf, IsNested } from '@percept/sdk/decorators';
import { BARCODE_FORMATS, type BarcodeFormat } from './barcode-formats';
import { ImageProperties } from '../classification';
import { Box } from '../detect/detect-output';
import { PolygonPoint } from '../text/text-output';

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

class BarcodesInput extends ImageInput {
  @JSONSchema({ description: 'Only codes of these kinds; all kinds if the list is empty.' })
  @IsIn(BARCODE_FORMATS, { each: true })
  @ArrayUnique()
  @IsArray()
  formats: BarcodeFormat[] = [];
}

export const barcodes = defineCapability({
  id: 'vision.barcodes',
  summary: 'Reads the bar codes and QR codes in an image.',
  description:
    'Reads QR, Micro QR, Data Matrix, Aztec, PDF417, MaxiCode, Code 39, 93 and 128, EAN, UPC, ITF, Codabar, DataBar and Telepen, ' +
    'at any angle, also light on dark. A code that fails its own check digits is left out. ' +
    'Boxes are whole pixels of the upright image.',
  input: BarcodesInput,
  output: BarcodesOutput,
  deterministic: true,
  examples: [{ image_url: 'https://example.com/parcel.jpg', formats: ['qr_code', 'code_128'] }],

  setup() {
    return async ({ image, formats }, { timer }) => {
      const found = await findBarcodes(image, { formats, timer });
      const { width, height, format } = image.properties;
      return { barcodes: found, total_barcodes: found.length, image_properties: { width, height, format } };
    };
  },
});
