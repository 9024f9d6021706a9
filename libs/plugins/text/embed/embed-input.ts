import { IsOptional, IsString, JSONSchema, MinLength } from '@percept/sdk/decorators';

export const EMBED_CHARACTERS = 10_000;

export class TextEmbedInput {
  @JSONSchema({ description: 'The text; plain or HTML.', minLength: 1, maxLength: EMBED_CHARACTERS })
  @IsString()
  text!: string;

  @JSONSchema({ description: 'Name of a model that `GET /v2/models` lists for the task; its default if absent.' })
  @IsString()
  @MinLength(1)
  @IsOptional()
  model?: string;
}
