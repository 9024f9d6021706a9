import { IMAGE_FORMATS, type ImageFormat } from '@percept/sdk';
import {
  IsArray,
  IsIn,
  IsInt,
  IsOptional,
  IsString,
  Min,
  JSONSchema,
  IsListOf,
  IsNested,
  IsFraction,
} from '@percept/sdk/decorators';

class ClassificationEntry {
  @JSONSchema({ description: 'What the image shows, such as `dog` or `forest`.' })
  @IsString()
  label!: string;

  @JSONSchema({
    description:
      'Probability that the image shows it, less some caution. The order is that without caution, so a higher confidence may come later.',
  })
  @IsFraction()
  confidence!: number;

  @JSONSchema({ description: 'Kind of the label: `animal`, `vehicle`, `food`, `scene`, …; `general` for any other.' })
  @IsString()
  category!: string;

  @JSONSchema({ description: 'Wider labels, the nearest first, such as `dog` and `animal` for `beagle`.' })
  @IsString({ each: true })
  @IsArray()
  @IsOptional()
  parents?: string[];
}

export class ImageProperties {
  @JSONSchema({ description: 'Pixels of the upright image.' })
  @IsInt()
  @Min(1)
  width!: number;

  @JSONSchema({ description: 'Pixels of the upright image.' })
  @IsInt()
  @Min(1)
  height!: number;

  @JSONSchema({ description: 'Detected from the content, not from the file name.' })
  @IsIn(IMAGE_FORMATS)
  format!: ImageFormat;
}

export class ClassifyOutput {
  @JSONSchema({
    description:
      'What the image shows, most likely first, wider labels behind more specific ones unless these are far less likely; empty if no label fits.',
  })
  @IsListOf(() => ClassificationEntry)
  classifications!: ClassificationEntry[];

  @JSONSchema({
    description: 'If `classifications` is empty: up to three labels from 0.1 on that came closest to `confidence_threshold`.',
  })
  @IsListOf(() => ClassificationEntry)
  @IsOptional()
  nearest?: ClassificationEntry[];

  @JSONSchema({ description: 'Size and format of the image.' })
  @IsNested(() => ImageProperties)
  image_properties!: ImageProperties;
}
