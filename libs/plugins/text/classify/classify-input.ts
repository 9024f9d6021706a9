import { Alias } from '@percept/sdk';
import {
  ArrayMaxSize,
  ArrayNotEmpty,
  ArrayUnique,
  IsArray,
  IsInt,
  IsObject,
  IsOptional,
  IsString,
  JSONSchema,
  Max,
  MaxLength,
  Min,
  MinLength,
  IsFraction,
} from '@percept/sdk/decorators';

export const CLASSIFY_CHARACTERS = 10_000;
const MAX_LABELS = 100;
const MAX_LABEL = 100;

export class TextClassifyInput {
  @JSONSchema({ description: 'The text; plain or HTML.', minLength: 1, maxLength: CLASSIFY_CHARACTERS })
  @IsString()
  text!: string;

  @JSONSchema({ description: 'Name of a model that was taught with texts. Give this or `labels`.' })
  @IsString()
  @MinLength(1)
  @IsOptional()
  model?: string;

  @JSONSchema({ description: 'What the text may be about, such as `billing`: classes that nothing was taught.' })
  @IsArray()
  @ArrayNotEmpty()
  @ArrayMaxSize(MAX_LABELS)
  @ArrayUnique()
  @IsString({ each: true })
  @MinLength(1, { each: true })
  @MaxLength(MAX_LABEL, { each: true })
  @IsOptional()
  labels?: string[];

  @JSONSchema({
    description: 'What labels mean, by label: a sentence for each makes the answer much better.',
    additionalProperties: { type: 'string' },
    examples: [{ billing: 'Invoices, payments and prices.' }],
  })
  @IsObject()
  @IsOptional()
  descriptions?: Record<string, string>;

  @JSONSchema({ description: 'The maximum number of classifications.' })
  @IsInt()
  @Min(1)
  @Max(100)
  max_results = 10;

  @JSONSchema({ description: 'Only labels with at least this confidence.' })
  @IsFraction()
  confidence_threshold = 0.5;

  @Alias('confidence_threshold')
  min_confidence?: number;
}
