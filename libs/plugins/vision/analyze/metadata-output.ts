import { IsBoolean, IsInt, IsNumber, IsOptional, IsString, Max, Min, JSONSchema, IsNested } from '@percept/sdk/decorators';
import { ImageProperties } from '../classification';

class GpsPosition {
  @JSONSchema({ description: 'Degrees, north is positive.' })
  @IsNumber()
  latitude!: number;

  @JSONSchema({ description: 'Degrees, east is positive.' })
  @IsNumber()
  longitude!: number;

  @JSONSchema({ description: 'Metres above sea level.' })
  @IsNumber()
  @IsOptional()
  altitude?: number;
}

/** The camera's metadata; what it did not write is absent. */
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

  @JSONSchema({ description: "Time of the camera's clock, with the offset from UTC if the camera recorded it." })
  @IsString()
  @IsOptional()
  captured_at?: string;

  @JSONSchema({ description: 'Only if the setting `PERCEPT_EXIF_GPS` allows it.' })
  @IsNested(() => GpsPosition)
  @IsOptional()
  gps?: GpsPosition;
}

export class Metadata extends ImageProperties {
  @JSONSchema({ description: 'Size of the file in bytes.' })
  @IsInt()
  @Min(0)
  size_bytes!: number;

  @JSONSchema({ description: 'Whether the image has transparency. It is analyzed on a white background.' })
  @IsBoolean()
  has_alpha!: boolean;

  @JSONSchema({ description: 'EXIF orientation of the stored file; width and height are those of the upright image.' })
  @IsInt()
  @Min(1)
  @Max(8)
  orientation!: number;

  @JSONSchema({ description: 'Colour space of the stored file: `srgb`, `b-w`, `cmyk`, `rgb16`, `grey16`, …' })
  @IsString()
  color_space!: string;

  @JSONSchema({ description: 'Camera, lens, exposure and time of capture; empty if the file contains none.' })
  @IsNested(() => Exif)
  exif!: Exif;
}
