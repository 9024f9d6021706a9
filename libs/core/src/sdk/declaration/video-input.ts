import { IsOptional, IsString } from 'class-validator';
import { JSONSchema } from 'class-validator-jsonschema';
import { AcceptsMedia } from './media-kind';

/** The ways to pass a clip; exactly one of them is required, and the host opens it before the handler runs. */
@AcceptsMedia('video')
export class VideoInput {
  @JSONSchema({
    description: 'The clip: an URL, a data URI or Base64 data. In a pipeline or on the command line a file path too.',
  })
  @IsString()
  @IsOptional()
  video?: string;

  @JSONSchema({ description: 'URL of the clip.' })
  @IsString()
  @IsOptional()
  video_url?: string;

  @JSONSchema({ description: 'The clip as Base64 data, with or without a data-URI prefix.' })
  @IsString()
  @IsOptional()
  video_data?: string;
}
