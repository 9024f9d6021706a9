import { AcceptsSecrets } from '@percept/sdk';
import {
  ArrayMaxSize,
  IsArray,
  IsIn,
  IsInt,
  IsObject,
  IsOptional,
  IsString,
  JSONSchema,
  Max,
  Min,
  MinLength,
} from '@percept/sdk/decorators';

const HTTP_METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;
export type HttpMethod = (typeof HTTP_METHODS)[number];

const texts = { additionalProperties: { type: 'string' } } as const;

export class HttpRequestInput {
  @JSONSchema({
    description:
      'An http or https URL of the public internet; the setting `PERCEPT_FETCH_ALLOW` adds networks. User and password in it are sent as Basic authentication.',
  })
  @AcceptsSecrets()
  @IsString()
  @MinLength(1)
  url!: string;

  @JSONSchema({ description: 'The method; `POST` if there is a `json` or a `body`, else `GET`.' })
  @IsIn(HTTP_METHODS)
  @IsOptional()
  method?: HttpMethod;

  @JSONSchema({ description: 'Parameters that are added to the URL.', ...texts })
  @AcceptsSecrets()
  @IsObject()
  @IsOptional()
  query?: Record<string, unknown>;

  @JSONSchema({ description: 'Headers. They may contain a secret: `Bearer ${{ secrets.NAME }}`.', ...texts })
  @AcceptsSecrets()
  @IsObject()
  @IsOptional()
  headers?: Record<string, unknown>;

  @JSONSchema({ description: 'The body as a JSON object.' })
  @AcceptsSecrets()
  @IsObject()
  @IsOptional()
  json?: object;

  @JSONSchema({ description: 'The body as text, instead of `json`.' })
  @AcceptsSecrets()
  @IsString()
  @IsOptional()
  body?: string;

  @JSONSchema({ description: 'Statuses besides 200 to 299 that are answers and not errors, such as 404.' })
  @IsArray()
  @ArrayMaxSize(20)
  @IsInt({ each: true })
  @IsOptional()
  accept_status: number[] = [];

  @JSONSchema({ description: 'The maximum size of the answer.' })
  @IsInt()
  @Min(0)
  @Max(4_194_304)
  max_bytes = 1_048_576;
}
