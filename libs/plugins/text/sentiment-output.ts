import {
  IsArray,
  IsIn,
  IsInt,
  IsOptional,
  IsString,
  Min,
  JSONSchema,
  IsFraction,
  IsListOf,
  IsNested,
} from '@percept/sdk/decorators';
import { SENTIMENTS, type Sentiment } from './sentiment/scores';

const SAID = 'positive, negative or neutral: the likeliest of `scores`.';

class SentimentScores {
  @JSONSchema({ description: 'Probability that the text is positive; the three sum to 1.' })
  @IsFraction()
  positive!: number;

  @JSONSchema({ description: 'Probability that the text is negative.' })
  @IsFraction()
  negative!: number;

  @JSONSchema({ description: 'Probability that the text is neutral.' })
  @IsFraction()
  neutral!: number;
}

class JudgedEntity {
  @JSONSchema({ description: 'The entity, as written in the text.' })
  @IsString()
  text!: string;

  @JSONSchema({ description: 'PERSON, ORGANIZATION or LOCATION.' })
  @IsString()
  type!: string;

  @JSONSchema({ description: 'Sentiment of the clauses that contain it.' })
  @IsIn(SENTIMENTS)
  sentiment!: Sentiment;
}

export class JudgedSentence {
  @JSONSchema({ description: 'The sentence, as written in the text.' })
  @IsString()
  text!: string;

  @JSONSchema({ description: 'Start of the text span, in UTF-16 code units.' })
  @IsInt()
  @Min(0)
  start!: number;

  @JSONSchema({ description: 'End of the text span, exclusive: `text.slice(start, end)` is the sentence.' })
  @IsInt()
  @Min(1)
  end!: number;

  @JSONSchema({ description: SAID })
  @IsIn(SENTIMENTS)
  sentiment!: Sentiment;

  @JSONSchema({ description: 'Probability of `sentiment`.' })
  @IsFraction()
  confidence!: number;

  @IsNested(() => SentimentScores)
  scores!: SentimentScores;
}

export class SentimentOutput {
  @JSONSchema({ description: SAID })
  @IsIn(SENTIMENTS)
  sentiment!: Sentiment;

  @JSONSchema({ description: 'Calibrated probability of `sentiment`.' })
  @IsFraction()
  confidence!: number;

  @IsNested(() => SentimentScores)
  scores!: SentimentScores;

  @JSONSchema({ description: 'The entities that the text names, and the sentiment towards them.' })
  @IsListOf(() => JudgedEntity)
  entities!: JudgedEntity[];

  @JSONSchema({ description: 'Language of the text that the rating is based on, as an ISO 639-1 code.' })
  @IsString()
  language!: string;

  @JSONSchema({ description: 'Confidence in the language: 1 if the caller set it, low if the text is too short to tell.' })
  @IsFraction()
  language_confidence!: number;

  @JSONSchema({ description: 'The sentences one by one; only with `detailed`.' })
  @IsListOf(() => JudgedSentence)
  @IsOptional()
  sentences?: JudgedSentence[];

  @JSONSchema({
    description:
      'What a caller should know of the answer, such as a script that the model does not read; absent if there is nothing to say.',
  })
  @IsArray()
  @IsString({ each: true })
  @IsOptional()
  warnings?: string[];
}
