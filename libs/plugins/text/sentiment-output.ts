import {
  Type,
  IsArray,
  IsIn,
  IsInt,
  IsNumber,
  IsOptional,
  IsString,
  Max,
  Min,
  ValidateNested,
  JSONSchema,
} from '@percept/sdk/decorators';
import { SENTIMENTS, type Sentiment } from './sentiment/scores';

const SAID = 'positive, negative or neutral: the likeliest of `scores`.';

export class SentimentScores {
  @JSONSchema({ description: 'Probability that the text is positive; the three sum to 1.' })
  @IsNumber()
  @Min(0)
  @Max(1)
  positive!: number;

  @JSONSchema({ description: 'Probability that it is negative.' })
  @IsNumber()
  @Min(0)
  @Max(1)
  negative!: number;

  @JSONSchema({ description: 'Probability that it is neither.' })
  @IsNumber()
  @Min(0)
  @Max(1)
  neutral!: number;
}

export class JudgedEntity {
  @JSONSchema({ description: 'The words of the text.' })
  @IsString()
  text!: string;

  @JSONSchema({ description: 'PERSON, ORGANIZATION or LOCATION.' })
  @IsString()
  type!: string;

  @JSONSchema({ description: 'Sentiment of the clauses that it stands in.' })
  @IsIn(SENTIMENTS)
  sentiment!: Sentiment;
}

export class JudgedSentence {
  @JSONSchema({ description: 'The sentence, as written in the text.' })
  @IsString()
  text!: string;

  @JSONSchema({ description: 'Where it begins, in UTF-16 code units.' })
  @IsInt()
  @Min(0)
  start!: number;

  @JSONSchema({ description: 'Where it ends, exclusive: `text.slice(start, end)` is the sentence.' })
  @IsInt()
  @Min(1)
  end!: number;

  @JSONSchema({ description: SAID })
  @IsIn(SENTIMENTS)
  sentiment!: Sentiment;

  @JSONSchema({ description: 'Probability of `sentiment`.' })
  @IsNumber()
  @Min(0)
  @Max(1)
  confidence!: number;

  @ValidateNested()
  @Type(() => SentimentScores)
  scores!: SentimentScores;
}

export class SentimentOutput {
  @JSONSchema({ description: SAID })
  @IsIn(SENTIMENTS)
  sentiment!: Sentiment;

  @JSONSchema({ description: 'Calibrated probability of `sentiment`.' })
  @IsNumber()
  @Min(0)
  @Max(1)
  confidence!: number;

  @ValidateNested()
  @Type(() => SentimentScores)
  scores!: SentimentScores;

  @JSONSchema({ description: 'Whom and what the text names, and what is thought of them.' })
  @IsArray()
  @ValidateNested({ each: true })
  @Type(() => JudgedEntity)
  entities!: JudgedEntity[];

  @JSONSchema({ description: 'Language that the text was judged in, as an ISO 639-1 code.' })
  @IsString()
  language!: string;

  @JSONSchema({ description: 'How sure the language is: 1 where the caller named it, low where a text is too short to tell.' })
  @IsNumber()
  @Min(0)
  @Max(1)
  language_confidence!: number;

  @JSONSchema({ description: 'The sentences one by one; with `detailed` only.' })
  @IsArray()
  @ValidateNested({ each: true })
  @Type(() => JudgedSentence)
  @IsOptional()
  sentences?: JudgedSentence[];
}
