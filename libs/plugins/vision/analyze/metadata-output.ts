import {
  Type,
  IsBoolean,
  IsInt,
  IsNumber,
  IsOptional,
  IsString,
  Max,
  Min,
  ValidateNested,
  JSONSchema,
} from '@percept/sdk/decorators';
import { ImageProperties } from '../classification';

export class GpsPosition {
  @JSONSchema({ description: 'Degrees, north is positive.' })
  @IsNumber()
  latitude!: number;

  @JSONSchema({ description: 'Degrees, east is positive.' })
  @IsNumber()
  longitude!: number;

  @JSONSchema({ description: 'Metres above the sea.' })
  @IsNumber()
  @IsOptional()
  altitude?: number;
}

/** What the camera wrote; what it did not write is absent. */
export class Exif {
  @IsString() @IsOptional() camera_make?: string;
  @IsString() @IsOptional() camera_model?: string;
  @IsString() @IsOptional() lens_make?: string;
  @IsString() @IsOptional() lens_model?: string;
  @JSONSchema({ description: 'Seconds.' }) @IsNumber() @IsOptional() exposure_time?: number;
  @IsNumber() @IsOptional() f_number?: number;
  @IsNumber() @IsOptional() iso?: number;
  @JSONSchema({ description: 'EV.' }) @IsNumber() @IsOptional() exposure_bias?: number;
  @JSONSchema({ description: 'Millimetres.' }) @IsNumber() @IsOptional() focal_length?: number;
  @JSONSchema({ description: 'Millimetres on 35 mm film.' }) @IsNumber() @IsOptional() focal_length_35mm?: number;
  @IsBoolean() @IsOptional() flash_fired?: boolean;

  @JSONSchema({ description: "By the camera's clock; with the offset from UTC where the camera wrote it." })
  @IsString()
  @IsOptional()
  captured_at?: string;

  @JSONSchema({ description: 'Only where the setting `PERCEPT_EXIF_GPS` allows it.' })
  @ValidateNested()
  @Type(() => GpsPosition)
  @IsOptional()
  gps?: GpsPosition;
}

export class Metadata extends ImageProperties {
  @JSONSchema({ description: 'Bytes of the file.' })
  @IsInt()
  @Min(0)
  size_bytes!: number;

  @JSONSchema({ description: 'Whether the picture has transparency; it is analyzed over white.' })
  @IsBoolean()
  has_alpha!: boolean;

  @JSONSchema({ description: 'EXIF orientation that the file is stored in; width and height are those of the upright picture.' })
  @IsInt()
  @Min(1)
  @Max(8)
  orientation!: number;

  @JSONSchema({ description: 'As the file is stored: `srgb`, `b-w`, `cmyk`, `rgb16`, `grey16`, …' })
  @IsString()
  color_space!: string;

  @JSONSchema({ description: 'Camera, lens, exposure and time of capture; empty where the file tells none.' })
  @ValidateNested()
  @Type(() => Exif)
  exif!: Exif;
}
