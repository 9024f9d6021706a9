import { IsInt, IsOptional, IsString, Max, Min, JSONSchema, IsTime } from '@percept/sdk/decorators';
import { IsCursor } from '../../platform/rest/cursor';
import type { UploadEntity } from './upload.entity';

/** A file that a project keeps for its calls. */
export class UploadResponse {
  @JSONSchema({
    description: 'The handle, for `image`, `image_url`, `video` and `video_url`.',
    examples: ['upl_0197c2d4'],
  })
  @IsString()
  id: string;

  @IsInt() bytes: number;
  @JSONSchema({ description: 'As the bytes say.', examples: ['image/jpeg'] })
  @IsString()
  media_type: string;
  @IsTime() created_at: string;
  @IsTime('From then on it is unknown.') expires_at: string;

  @JSONSchema({
    description: 'The path of the bytes.',
    examples: ['/v2/uploads/upl_0197c2d4/content'],
  })
  @IsString()
  content_url: string;
}

/** The query parameters of `POST /v2/uploads`, which accompany the file. */
export class UploadQuery {
  @JSONSchema({ description: 'Seconds until it expires.' })
  @IsInt()
  @Min(1)
  @Max(315_360_000)
  @IsOptional()
  expires_in?: number;
}

/** The query of `GET /v2/uploads`. */
export class UploadsQuery {
  @JSONSchema({ description: 'The maximum number of entries.' }) @IsInt() @Min(1) @Max(500) @IsOptional() limit = 50;

  @JSONSchema({ description: 'The `next_cursor` of the previous page.' })
  @IsCursor('upl')
  @IsOptional()
  cursor?: string;
}

export const contentPath = (id: string): string => `/v2/uploads/${id}/content`;

export function showUpload({ id, bytes, media_type, created_at, expires_at }: UploadEntity): UploadResponse {
  const iso = (time: number): string => new Date(time).toISOString();
  return { id, bytes, media_type, created_at: iso(created_at), expires_at: iso(expires_at), content_url: contentPath(id) };
}
