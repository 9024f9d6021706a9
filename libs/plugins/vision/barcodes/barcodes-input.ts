import { ImageInput } from '@percept/sdk';
import { ArrayUnique, IsArray, IsIn, JSONSchema } from '@percept/sdk/decorators';
import { BARCODE_FORMATS, type BarcodeFormat } from './barcode-formats';

export class BarcodesInput extends ImageInput {
  @JSONSchema({ description: 'Only codes of these kinds; all kinds if the list is empty.' })
  @IsIn(BARCODE_FORMATS, { each: true })
  @ArrayUnique()
  @IsArray()
  formats: BarcodeFormat[] = [];
}
