import { IsArray, IsInt, IsOptional, IsString, JSONSchema, IsListOf, IsNested } from '@percept/sdk/decorators';
import { ImageProperties } from '../classification';
import { Box } from '../detect/detect-output';
import { Found } from '../found';

export class PolygonPoint {
  @IsInt() x!: number;
  @IsInt() y!: number;
}

export class TextCharacter extends Found {
  @JSONSchema({ description: 'What was read.' })
  @IsString()
  text!: string;

  @JSONSchema({ description: 'The corners, clockwise as the text is read: the beginning of its upper edge first.' })
  @IsListOf(() => PolygonPoint)
  polygon!: PolygonPoint[];
}

export class TextWord extends TextCharacter {
  @JSONSchema({ description: 'The characters of the word; only with the level `character`. Their places are estimates.' })
  @IsListOf(() => TextCharacter)
  @IsOptional()
  characters?: TextCharacter[];
}

export class TextLine extends Found {
  @JSONSchema({ description: 'A line of text.' })
  @IsString()
  text!: string;

  @JSONSchema({ description: 'As that of a word; only with the level `word` or `character`.' })
  @IsListOf(() => PolygonPoint)
  @IsOptional()
  polygon?: PolygonPoint[];

  @JSONSchema({ description: 'The words of the line; only with the level `word` or `character`.' })
  @IsListOf(() => TextWord)
  @IsOptional()
  words?: TextWord[];
}

export class TextRow {
  @JSONSchema({ description: 'The texts of its lines, with a space between them.' })
  @IsString()
  text!: string;

  @JSONSchema({ description: 'Places of its lines in `lines`, counted from 0, in the order of reading.' })
  @IsArray()
  @IsInt({ each: true })
  lines!: number[];

  @JSONSchema({ description: 'Pixels between each of its lines and the next: one number fewer than `lines`.' })
  @IsArray()
  @IsInt({ each: true })
  gaps!: number[];

  @JSONSchema({ description: 'The box around its lines, in pixels of the upright image.' })
  @IsNested(() => Box)
  bounding_box!: Box;
}

export class TextOutput {
  @JSONSchema({ description: 'The whole text in reading order, a line of the image for each line; empty if there is none.' })
  @IsString()
  text!: string;

  @JSONSchema({ description: 'The lines in reading order.' })
  @IsListOf(() => TextLine)
  lines!: TextLine[];

  @JSONSchema({ description: 'Printed rows: lines that stand beside each other, such as a name and its price.' })
  @IsListOf(() => TextRow)
  rows!: TextRow[];

  @JSONSchema({
    description: 'What to know of the answer, such as lines in a script that no model here reads; only if there is something.',
  })
  @IsArray()
  @IsString({ each: true })
  @IsOptional()
  warnings?: string[];

  @JSONSchema({ description: 'Size and format of the image.' })
  @IsNested(() => ImageProperties)
  image_properties!: ImageProperties;
}
