import { IsOptional, IsString } from 'class-validator';
import { JSONSchema } from 'class-validator-jsonschema';

const MEDIA = Symbol.for('percept.media');

/** The ways to pass a picture; exactly one of them is required, and the host opens it before the handler runs. */
export class ImageInput {
  /** A mark that outlives a second copy of this package, which `instanceof` does not. */
  static readonly [MEDIA] = 'image';

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

/** The names that a picture may be passed under. */
export const IMAGE_FIELDS = ['image', 'image_url', 'image_data'] as const;
export type ImageField = (typeof IMAGE_FIELDS)[number];

/** Whether an input class asks for a picture. */
export function takesImage(input: object): boolean {
  return (input as Record<symbol, unknown>)[MEDIA] === 'image';
}
