import { IsOptional, IsString } from 'class-validator';
import { JSONSchema } from 'class-validator-jsonschema';
import { AcceptsMedia } from './media-kind';

/** The ways to pass a picture; exactly one of them is required, and the host opens it before the handler runs. */
@AcceptsMedia('image')
export class ImageInput {
  @JSONSchema({
    description: 'The picture: an URL, a data URI or Base64 data. In a pipeline or on the command line a file path too.',
  })
  @IsString()
  @IsOptional()
  image?: string;

  @JSONSchema({ description: 'URL of the picture.' })
  @IsString()
  @IsOptional()
  image_url?: string;

  @JSONSchema({ description: 'The picture as Base64 data, with or without a data-URI prefix.' })
  @IsString()
  @IsOptional()
  image_data?: string;
}
