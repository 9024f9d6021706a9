import { VideoInput } from '@percept/sdk';
import { ArrayNotEmpty, IsArray, IsIn, IsInt, IsOptional, Max, Min, JSONSchema } from '@percept/sdk/decorators';

/** The features that a caller may request. */
export const VIDEO_FEATURES = ['objects', 'activities', 'scenes'] as const;
export type VideoFeature = (typeof VIDEO_FEATURES)[number];

export class AnalyzeVideoInput extends VideoInput {
  @JSONSchema({
    description:
      'The interval between analyzed frames: 5 analyzes every fifth frame. Quick movements, such as waving, need a small one.',
  })
  @IsInt()
  @Min(1)
  @Max(100_000)
  frame_interval = 30;

  @JSONSchema({ description: 'What to look for; everything by default. Anything else is not computed.' })
  @IsArray()
  @ArrayNotEmpty()
  @IsIn(VIDEO_FEATURES, { each: true, message: `must be a list of one or more of ${VIDEO_FEATURES.join(', ')}` })
  @IsOptional()
  features?: VideoFeature[];
}
