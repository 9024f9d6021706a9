import { Type, IsArray, IsString, ValidateNested, JSONSchema } from '@percept/sdk/decorators';
import { ImageProperties } from '../classification';
import { Found } from '../found';

export class TextLine extends Found {
  @JSONSchema({ description: 'A line of text.' })
  @IsString()
  text!: string;
}

export class TextOutput {
  @JSONSchema({ description: 'The whole text in reading order, a line of the image for each line; empty if there is none.' })
  @IsString()
  text!: string;

  @JSONSchema({ description: 'The lines in reading order.' })
  @IsArray()
  @ValidateNested({ each: true })
  @Type(() => TextLine)
  lines!: TextLine[];

  @JSONSchema({ description: 'Size and format of the image.' })
  @ValidateNested()
  @Type(() => ImageProperties)
  image_properties!: ImageProperties;
}
