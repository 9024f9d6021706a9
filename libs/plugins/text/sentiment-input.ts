import { IsBoolean, IsOptional, IsString, JSONSchema } from '@percept/sdk/decorators';

export const SENTIMENT_CHARACTERS = 10_000;

export class SentimentInput {
  @JSONSchema({ description: 'The text; plain or HTML.', minLength: 1, maxLength: SENTIMENT_CHARACTERS })
  @IsString()
  text!: string;

  @JSONSchema({ description: 'Language of the text, as an ISO 639-1 code such as `en`; detected by default.' })
  @IsString()
  @IsOptional()
  language?: string;

  @JSONSchema({ description: 'Whether to rate each sentence as well.' })
  @IsBoolean()
  detailed = false;
}
