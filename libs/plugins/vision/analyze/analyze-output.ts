import {
  Type,
  IsArray,
  IsInt,
  IsNumber,
  IsObject,
  IsOptional,
  IsString,
  Max,
  Min,
  ValidateNested,
  JSONSchema,
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
  @ValidateNested()
  @Type(() => ColorValue)
  rgb!: ColorValue;

  @JSONSchema({ description: 'The nearest of the named colours of CSS (CIEDE2000).' })
  @IsString()
  name!: string;

  @JSONSchema({ description: 'Share of the image; the shares of all colours sum to 1.' })
  @IsNumber()
  @Min(0)
  @Max(1)
  fraction!: number;
}

export class AnalyzeOutput {
  @JSONSchema({ description: 'The objects, most confident first; only if requested.' })
  @IsArray()
  @ValidateNested({ each: true })
  @Type(() => AnalyzedObject)
  @IsOptional()
  objects?: AnalyzedObject[];

  @JSONSchema({ description: 'The faces, most confident first; only if requested.' })
  @IsArray()
  @ValidateNested({ each: true })
  @Type(() => AnalyzedFace)
  @IsOptional()
  faces?: AnalyzedFace[];

  @JSONSchema({ description: 'The lines of text in reading order; only if requested.' })
  @IsArray()
  @ValidateNested({ each: true })
  @Type(() => TextLine)
  @IsOptional()
  text?: TextLine[];

  @JSONSchema({ description: 'The dominant colours, largest share first; only if requested.' })
  @IsArray()
  @ValidateNested({ each: true })
  @Type(() => AnalyzedColor)
  @IsOptional()
  colors?: AnalyzedColor[];

  @JSONSchema({ description: 'Only if requested.' })
  @ValidateNested()
  @Type(() => Metadata)
  @IsOptional()
  metadata?: Metadata;
}
