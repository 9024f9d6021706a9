import { ImageInput } from '@percept/sdk';
import { IsBoolean, IsIn, IsOptional, IsString, MinLength, JSONSchema } from '@percept/sdk/decorators';
import type { Detail } from '@percept/sdk/models';
import { DETAILS } from '../detect/detect-input';
import { TEXT_LEVELS, type TextLevel } from '../text/text-level';
import { AreFeatures, FEATURES, type Feature } from './features';

export class AnalyzeInput extends ImageInput {
  @JSONSchema({
    description: 'What to look for; everything by default. Anything else is not computed.',
    type: 'array',
    items: { type: 'string', enum: [...FEATURES] },
    minItems: 1,
  })
  @AreFeatures()
  @IsOptional()
  features?: Feature[];

  @JSONSchema({ description: 'Whether to return the metadata of the file: size, orientation, colour space, camera.' })
  @IsBoolean()
  include_metadata = false;

  @JSONSchema({
    description:
      'Name of the model that finds the objects, one that `GET /v2/models` lists for object-detection; the default model if absent.',
  })
  @IsString()
  @MinLength(1)
  @IsOptional()
  model?: string;

  @JSONSchema({
    description: 'How closely to look for objects, as in `vision.detect`.',
  })
  @IsIn(DETAILS)
  detail: Detail = 'normal';

  @JSONSchema({ description: 'As in `vision.faces`.' })
  @IsBoolean()
  landmarks = false;

  @JSONSchema({
    description:
      'Name of a model for text-recognition. `ocr-european`, the default, reads Latin letters, and Chinese, Japanese and many signs with the help of `ocr-multilingual`; `ocr-latin` has no accented letters.',
  })
  @IsString()
  @MinLength(1)
  @IsOptional()
  text_model?: string;

  @JSONSchema({ description: 'How finely to answer text, as `level` of `vision.text`.' })
  @IsIn(TEXT_LEVELS)
  text_level: TextLevel = 'line';
}
