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
import { Box } from '../detect/detect-output';
import { Metadata } from './metadata-output';

/** Something that was found with a confidence and a box. */
class Found {
  @JSONSchema({ description: 'Calibrated probability that it is right.' })
  @IsNumber()
  @Min(0)
  @Max(1)
  confidence!: number;

  @JSONSchema({ description: 'Where it is, in pixels of the upright picture.' })
  @ValidateNested()
  @Type(() => Box)
  bounding_box!: Box;
}

export class AnalyzedObject extends Found {
  @JSONSchema({ description: 'What it is: a name of the COCO list, such as `person`.' })
  @IsString()
  name!: string;
}

export class AnalyzedFace extends Found {
  @JSONSchema({
    description: 'Probability of each expression; they sum to 1. What a face looks like, never what somebody feels.',
    additionalProperties: { type: 'number', minimum: 0, maximum: 1 },
  })
  @IsObject()
  emotions!: Record<string, number>;
}

export class AnalyzedText extends Found {
  @JSONSchema({ description: 'A line as it is read.' })
  @IsString()
  text!: string;
}

export class ColorValue {
  @IsInt() @Min(0) @Max(255) r!: number;
  @IsInt() @Min(0) @Max(255) g!: number;
  @IsInt() @Min(0) @Max(255) b!: number;
}

export class AnalyzedColor {
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

  @JSONSchema({ description: 'Part of the picture; those of all colours sum to 1.' })
  @IsNumber()
  @Min(0)
  @Max(1)
  fraction!: number;
}

export class AnalyzeOutput {
  @JSONSchema({ description: 'The objects, most confident first; only where they were asked for.' })
  @IsArray()
  @ValidateNested({ each: true })
  @Type(() => AnalyzedObject)
  @IsOptional()
  objects?: AnalyzedObject[];

  @JSONSchema({ description: 'The faces, most confident first; only where they were asked for.' })
  @IsArray()
  @ValidateNested({ each: true })
  @Type(() => AnalyzedFace)
  @IsOptional()
  faces?: AnalyzedFace[];

  @JSONSchema({ description: 'The lines of text in the order of reading; only where they were asked for.' })
  @IsArray()
  @ValidateNested({ each: true })
  @Type(() => AnalyzedText)
  @IsOptional()
  text?: AnalyzedText[];

  @JSONSchema({ description: 'The dominant colours, largest part first; only where they were asked for.' })
  @IsArray()
  @ValidateNested({ each: true })
  @Type(() => AnalyzedColor)
  @IsOptional()
  colors?: AnalyzedColor[];

  @JSONSchema({ description: 'Only where it was asked for.' })
  @ValidateNested()
  @Type(() => Metadata)
  @IsOptional()
  metadata?: Metadata;
}
