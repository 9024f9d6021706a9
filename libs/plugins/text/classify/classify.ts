import { defineCapability, PerceptError, Alias } from '@percept/sdk';
import type { ClassifiedText } from '@percept/sdk/models';
import { readText } from '../read-text';
import { readingWarnings } from '../reading-warnings';
import { openNamedClasses } from './named-classes';
import {
  IsArray,
  IsOptional,
  IsString,
  JSONSchema,
  IsListOf,
  IsFraction,
  ArrayMaxSize,
  ArrayNotEmpty,
  ArrayUnique,
  IsInt,
  IsObject,
  Max,
  MaxLength,
  Min,
  MinLength,
} from '@percept/sdk/decorators';

const CLASSIFY_CHARACTERS = 10_000;
const MAX_LABELS = 100;
const MAX_LABEL = 100;

class TextClassifyInput {
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

class TextClass {
  @JSONSchema({ description: 'One of `labels`, or of the labels of the model.' })
  @IsString()
  label!: string;

  @JSONSchema({ description: 'Probability that the text is of this class.' })
  @IsFraction()
  confidence!: number;
}

export class TextClassifyOutput {
  @JSONSchema({ description: 'The classes of the text, most likely first; empty if it is of none of them.' })
  @IsListOf(() => TextClass)
  classifications!: TextClass[];

  @JSONSchema({ description: 'If `classifications` is empty: up to three labels from 0.1 on that came closest.' })
  @IsListOf(() => TextClass)
  @IsOptional()
  nearest?: TextClass[];

  @JSONSchema({
    description: 'Why the answer says little: the model does not know the characters, or the text has more words than it reads.',
  })
  @IsString({ each: true })
  @IsArray()
  @IsOptional()
  warnings?: string[];
}

/** Weaker names are noise. */
const MIN_NEAREST = 0.1;
const MAX_NEAREST = 3;
const DIGITS = 4;

export const classifyText = defineCapability({
  id: 'text.classify',
  operation: 'classifyText',
  summary: 'Assigns a text to one of several classes: those of a taught model, or the labels of the request.',
  description:
    'Teach a model with twenty texts of each class (`POST /v2/collections/{id}/train`). Without a model, the meaning of the text is compared with that of `labels`, in any language; `descriptions` improve the result. A text of none of the classes gets no label.',
  input: TextClassifyInput,
  output: TextClassifyOutput,
  deterministic: true,
  tasks: ['text-classification', 'text-embedding'],
  examples: [
    {
      text: 'I was charged twice for my order.',
      labels: ['billing', 'delivery'],
      descriptions: { billing: 'Invoices, payments and prices.', delivery: 'Parcels and where they are.' },
    },
  ],

  async setup({ model }) {
    const named = openNamedClasses(await model('text-embedding'));
    return async (input, { timer, used }) => {
      const { text, model: name, labels, descriptions = {}, max_results, confidence_threshold: least } = input;
      checkAsked(input);
      const read = readText(text, CLASSIFY_CHARACTERS);
      let answer: ClassifiedText;
      if (labels) {
        answer = await named.run(read.text, { labels, descriptions, timer });
        used(named.identity);
      } else {
        const classifier = await model('text-classification', name);
        answer = (await classifier.run([read.text], { timer }))[0]!;
        for (const identity of [classifier.identity, ...classifier.uses]) used(identity);
      }
      const all = answer.classifications.map((each) => ({ ...each, confidence: Number(each.confidence.toFixed(DIGITS)) }));
      const classifications = all.filter(({ confidence }) => confidence >= least).slice(0, max_results);
      const nearest = all.filter(({ confidence }) => confidence >= MIN_NEAREST).slice(0, MAX_NEAREST);
      const warnings = readingWarnings(answer);
      return {
        classifications,
        ...(classifications.length === 0 && { nearest }),
        ...(warnings.length > 0 && { warnings }),
      };
    };
  },
});

/**
 * @throws PerceptError INVALID_REQUEST unless the request names either a model or labels, and each description belongs to a label.
 */
function checkAsked({ model, labels, descriptions = {} }: TextClassifyInput): void {
  if (model === undefined && labels === undefined)
    throw PerceptError.invalid('labels', 'is missing: name the classes, or the `model` that was taught with texts.');
  if (model !== undefined && labels !== undefined)
    throw PerceptError.invalid(
      'labels',
      'cannot be given together with `model`, which has labels of its own: send one of the two.',
    );
  for (const [label, description] of Object.entries(descriptions)) {
    if (!labels?.includes(label))
      throw PerceptError.invalid('descriptions', `describes '${label.slice(0, 60)}', which is not in \`labels\`.`);
    if (typeof description !== 'string' || description.trim() === '' || description.length > 1000)
      throw PerceptError.invalid('descriptions', `must have a text of up to 1,000 characters for '${label.slice(0, 60)}'.`);
  }
}
