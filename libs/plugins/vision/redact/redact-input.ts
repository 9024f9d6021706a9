import { ImageInput } from '@percept/sdk';
import { ArrayNotEmpty, IsArray, IsBoolean, IsIn, IsOptional, JSONSchema, IsFraction, IsListOf } from '@percept/sdk/decorators';
import { ENTITY_TYPES, type EntityType } from '../../text/entities/found';
import { Crop } from '../embed/embed-input';
import { COVER_METHODS, type CoverMethod } from './cover';

export class RedactInput extends ImageInput {
  @JSONSchema({ description: 'Whether faces are covered.' })
  @IsBoolean()
  faces = true;

  @JSONSchema({ description: 'Whether bar codes and QR codes are covered.' })
  @IsBoolean()
  codes = false;

  @JSONSchema({
    description:
      'Kinds of words that are covered, as in `text.redact`. No text is read without. With CARD or IBAN also numbers of twelve and more digits: one may have been misread.',
    uniqueItems: true,
  })
  @IsArray()
  @ArrayNotEmpty()
  @IsIn(ENTITY_TYPES, { each: true })
  @IsOptional()
  text_kinds?: EntityType[];

  @JSONSchema({ description: 'Further parts, such as boxes of `vision.detect`.' })
  @IsListOf(() => Crop)
  @IsOptional()
  regions?: Crop[];

  @JSONSchema({ description: '`fill`: black. `mosaic`: five squares along the longer side.' })
  @IsIn(COVER_METHODS)
  method: CoverMethod = 'fill';

  @JSONSchema({ description: 'Only faces with at least this confidence. It is low: a face too many is better than one too few.' })
  @IsFraction()
  min_confidence = 0.3;
}
