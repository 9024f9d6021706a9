import { Alias, ImageInput } from '@percept/sdk';
import { IsIn, IsOptional, IsString, MinLength, JSONSchema, IsFraction } from '@percept/sdk/decorators';
import { TEXT_LEVELS, type TextLevel } from './text-level';

export class TextInput extends ImageInput {
  @JSONSchema({ description: 'Only lines with at least this confidence. A line with one wrong letter is often of use.' })
  @IsFraction()
  min_confidence = 0.3;

  @Alias('min_confidence')
  confidence_threshold?: number;

  @JSONSchema({
    description:
      'Name of a model for text-recognition. `ocr-european`, the default, reads Latin letters, and Chinese, Japanese and many signs with the help of `ocr-multilingual`; `ocr-latin` has no accented letters.',
  })
  @IsString()
  @MinLength(1)
  @IsOptional()
  model?: string;

  @JSONSchema({ description: 'How finely to answer: `word` adds the words of each line, `character` their characters too.' })
  @IsIn(TEXT_LEVELS)
  level: TextLevel = 'line';
}
