import { IsOptional, IsString } from 'class-validator';
import { JSONSchema } from 'class-validator-jsonschema';
import { AcceptsSecrets, AcceptsMedia } from '../../kernel/schema';

/** The three ways to pass an image. A caller must use exactly one. The handler receives the opened image as `image`. */
@AcceptsMedia('image')
export class ImageInput {
  /** A URL, a data URI or Base64 data; in a pipeline and on the command line also a path. */
  @JSONSchema({
    description: 'The image: a URL, a data URI or Base64 data. In a pipeline and on the command line, also a file path.',
  })
  @IsString()
  @IsOptional()
  image?: string;

  /** A URL. */
  @JSONSchema({ description: 'URL of the image.' })
  @AcceptsSecrets()
  @IsString()
  @IsOptional()
  image_url?: string;

  /** Base64 data, with or without a data-URI prefix. */
  @JSONSchema({ description: 'The image as Base64 data or a data URI.' })
  @IsString()
  @IsOptional()
  image_data?: string;
}
