import { IsIn, IsOptional, IsString, JSONSchema, IsListOf, IsNested, IsFraction } from '@percept/sdk/decorators';
import { ImageProperties } from '../classification';
import { ENTITY_TYPES, type EntityType } from '../../text/entities/found';
import { Box } from '../detect/detect-output';

export class Redaction {
  @JSONSchema({ description: 'What was covered.' })
  @IsIn(['face', 'code', 'text', 'region'])
  kind!: 'face' | 'code' | 'text' | 'region';

  @JSONSchema({ description: 'Of a text: what it was, such as `CARD`.' })
  @IsIn(ENTITY_TYPES)
  @IsOptional()
  text_kind?: EntityType;

  @JSONSchema({ description: 'Of a face or a text.' })
  @IsFraction()
  @IsOptional()
  confidence?: number;

  @JSONSchema({ description: 'The part that was covered, in pixels of the answer.' })
  @IsNested(() => Box)
  bounding_box!: Box;
}

export class RedactOutput {
  @JSONSchema({ description: 'The upright image with covered parts, in Base64. It has no metadata and no thumbnail.' })
  @IsString()
  image_data!: string;

  @JSONSchema({ description: 'A PNG stays one; every other format becomes a JPEG.' })
  @IsIn(['image/jpeg', 'image/png'])
  media_type!: 'image/jpeg' | 'image/png';

  @JSONSchema({ description: 'What was covered.' })
  @IsListOf(() => Redaction)
  redactions!: Redaction[];

  @JSONSchema({ description: 'Size and format of the image that was sent.' })
  @IsNested(() => ImageProperties)
  image_properties!: ImageProperties;
}
