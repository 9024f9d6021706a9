import { IsBoolean, IsIn, IsOptional, IsString, JSONSchema } from '@percept/sdk/decorators';
import { SENTIMENT_MODELS, type SentimentModel } from './sentiment/models';

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

  @JSONSchema({
    description:
      '`sentiment` reads some sixty languages; in English it asks `sentiment-fast` first. `sentiment-fast` is some twenty times as fast and ' +
      'less often right: English by what it learned, de, es, fr, it, nl and pt by lists of words.',
  })
  @IsIn(SENTIMENT_MODELS)
  model: SentimentModel = 'sentiment';
}
