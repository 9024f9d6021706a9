import { IsOptional, IsString } from 'class-validator';
import { JSONSchema } from 'class-validator-jsonschema';
import { AcceptsSecrets, AcceptsMedia } from '../../kernel/schema';

/** The three ways to pass a video. A caller must use exactly one. The handler receives the opened video as `video`. */
@AcceptsMedia('video')
export class VideoInput {
  /** A URL, a data URI or Base64 data; in a pipeline and on the command line also a path. */
  @JSONSchema({
    description: 'The video: a URL, a data URI or Base64 data. In a pipeline and on the command line, also a file path.',
  })
  @IsString()
  @IsOptional()
  video?: string;

  /** A URL. */
  @JSONSchema({ description: 'URL of the video.' })
  @AcceptsSecrets()
  @IsString()
  @IsOptional()
  video_url?: string;

  /** Base64 data, with or without a data-URI prefix. */
  @JSONSchema({ description: 'The video as Base64 data, with or without a data-URI prefix.' })
  @IsString()
  @IsOptional()
  video_data?: string;
}
