import { defineCapability, ImageInput } from '@percept/sdk';
import { BarcodesOutput } from './barcodes-output';
import { findBarcodes } from './find-barcodes';
import { ArrayUnique, IsArray, IsIn, JSONSchema } from '@percept/sdk/decorators';
import { BARCODE_FORMATS, type BarcodeFormat } from './barcode-formats';

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
