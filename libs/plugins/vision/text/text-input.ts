import { Alias, ImageInput } from '@percept/sdk';
import { IsNumber, IsOptional, IsString, Max, Min, MinLength, JSONSchema } from '@percept/sdk/decorators';

export class TextInput extends ImageInput {
  @JSONSchema({ description: 'Only lines with at least this confidence. A line with one wrong letter is often of use.' })
  @IsNumber()
  @Min(0)
  @Max(1)
  min_confidence = 0.3;

  @Alias('min_confidence')
  confidence_threshold?: number;

  @JSONSchema({
    description:
      'Name of a model for text-recognition: `ocr-latin`, the default, `ocr-european` for accented letters, or `ocr-chinese`.',
  })
  @IsString()
  @MinLength(1)
  @IsOptional()
  model?: string;
}
