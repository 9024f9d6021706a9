import {
  IsInt,
  IsObject,
  IsOptional,
  IsString,
  Max,
  Min,
  JSONSchema,
  IsListOf,
  IsNested,
  IsFraction,
} from '@percept/sdk/decorators';
import { EmotionShares, FoundFace } from '../faces/faces-output';
import { Found } from '../found';
import { TextLine } from '../text/text-output';
import { Metadata } from './metadata-output';

export class AnalyzedObject extends Found {
  @JSONSchema({ description: 'The kind of object: one of the 80 COCO classes, such as `person`.' })
  @IsString()
  name!: string;
}

class AnalyzedFace extends FoundFace {
  @EmotionShares()
  @IsObject()
  emotions!: Record<string, number>;
}

class ColorValue {
  @IsInt() @Min(0) @Max(255) r!: number;
  @IsInt() @Min(0) @Max(255) g!: number;
  @IsInt() @Min(0) @Max(255) b!: number;
}

class AnalyzedColor {
  @JSONSchema({ description: 'Such as `#2f4f4f`.' })
  @IsString()
  hex!: string;

  @JSONSchema({ description: 'The same in numbers.' })
  @IsNested(() => ColorValue)
  rgb!: ColorValue;

  @JSONSchema({ description: 'The nearest of the named colours of CSS (CIEDE2000).' })
  @IsString()
  name!: string;

  @JSONSchema({ description: 'Share of the image; the shares of all colours sum to 1.' })
  @IsFraction()
  fraction!: number;
}

export class AnalyzeOutput {
  @JSONSchema({ description: 'The objects, most confident first; only if requested.' })
  @IsListOf(() => AnalyzedObject)
  @IsOptional()
  objects?: AnalyzedObject[];

  @JSONSchema({ description: 'The faces, most confident first; only if requested.' })
  @IsListOf(() => AnalyzedFace)
  @IsOptional()
  faces?: AnalyzedFace[];

  @JSONSchema({ description: 'The lines of text in reading order; only if requested.' })
  @IsListOf(() => TextLine)
  @IsOptional()
  text?: TextLine[];

  @JSONSchema({ description: 'The dominant colours, largest share first; only if requested.' })
  @IsListOf(() => AnalyzedColor)
  @IsOptional()
  colors?: AnalyzedColor[];

  @JSONSchema({ description: 'Only if requested.' })
  @IsNested(() => Metadata)
  @IsOptional()
  metadata?: Metadata;
}
