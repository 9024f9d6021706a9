import { IsInt, IsObject, IsOptional, IsString, JSONSchema } from '@percept/sdk/decorators';

export class HttpRequestOutput {
  @JSONSchema({ description: 'The HTTP status.' })
  @IsInt()
  status!: number;

  @JSONSchema({ description: 'The headers of the answer, in lower case.', additionalProperties: { type: 'string' } })
  @IsObject()
  headers!: Record<string, string>;

  @JSONSchema({ description: 'The body as text (UTF-8).' })
  @IsString()
  body!: string;

  @JSONSchema({
    description: 'The body as a value, if its type is JSON.',
    type: ['object', 'array', 'string', 'number', 'boolean', 'null'] as never,
  })
  @IsOptional()
  json?: unknown;
}
