import { Alias, ImageInput } from '@percept/sdk';
import { IsBoolean, IsNumber, IsOptional, IsString, Max, Min, MinLength, JSONSchema } from '@percept/sdk/decorators';

export class FacesInput extends ImageInput {
  @JSONSchema({ description: 'Only faces with at least this confidence.' })
  @IsNumber()
  @Min(0)
  @Max(1)
  min_confidence = 0.6;

  @Alias('min_confidence')
  confidence_threshold?: number;

  @JSONSchema({ description: 'Whether to estimate the expression of each face, which takes time.' })
  @IsBoolean()
  emotions = true;

  @JSONSchema({ description: 'Whether to answer the eyes, nose, mouth and ears of faces.' })
  @IsBoolean()
  landmarks = false;

  @JSONSchema({
    description: 'Name of a model for face-detection.',
  })
  @IsString()
  @MinLength(1)
  @IsOptional()
  model?: string;
}
