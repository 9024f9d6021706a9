import { IMAGE_FORMATS, type ImageFormat } from '@percept/sdk';
import { Type, IsArray, IsIn, IsInt, IsNumber, IsString, Max, Min, ValidateNested, JSONSchema } from '@percept/sdk/decorators';

export class ClassificationEntry {
  @JSONSchema({ description: 'What the picture shows, such as `dog` or `forest`.' })
  @IsString()
  label!: string;

  @JSONSchema({ description: 'Probability that the picture shows it.' })
  @IsNumber()
  @Min(0)
  @Max(1)
  confidence!: number;

  @JSONSchema({ description: 'Kind of the label: `animal`, `vehicle`, `food`, `scene`, …; `general` for any other.' })
  @IsString()
  category!: string;
}

export class ImageProperties {
  @JSONSchema({ description: 'Pixels of the upright picture.' })
  @IsInt()
  @Min(1)
  width!: number;

  @JSONSchema({ description: 'Pixels of the upright picture.' })
  @IsInt()
  @Min(1)
  height!: number;

  @JSONSchema({ description: 'By the bytes, whatever the name says.' })
  @IsIn(IMAGE_FORMATS)
  format!: ImageFormat;
}

export class ClassifyOutput {
  @JSONSchema({ description: 'What the picture shows, most likely first; empty where no label fits.' })
  @IsArray()
  @ValidateNested({ each: true })
  @Type(() => ClassificationEntry)
  classifications!: ClassificationEntry[];

  @JSONSchema({ description: 'Size and format of the picture.' })
  @ValidateNested()
  @Type(() => ImageProperties)
  image_properties!: ImageProperties;
}
