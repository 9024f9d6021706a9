import { defineCapability } from '@percept/sdk';
import { readingWarnings } from '../reading-warnings';
import { type EntityType, type FoundSpan, ENTITY_TYPES } from '../entities/found';
import { openKindFinder } from './find-kinds';
import type { TaggingReport } from '../entities/name-tagger';
import { DEFAULT_KINDS, TextRedactInput, type Replacement } from './redact-input';
import { IsArray, IsIn, IsInt, IsOptional, IsString, JSONSchema, Min, IsListOf, IsFraction } from '@percept/sdk/decorators';

class TextRedaction {
  @IsIn(ENTITY_TYPES)
  kind!: EntityType;

  @JSONSchema({ description: 'Probability that it is of this kind.' })
  @IsFraction()
  confidence!: number;

  @JSONSchema({ description: 'Where it began in the text that was sent, in UTF-16 code units.' })
  @IsInt()
  @Min(0)
  start!: number;

  @JSONSchema({ description: 'Where it ended, exclusive.' })
  @IsInt()
  @Min(1)
  end!: number;

  @JSONSchema({ description: 'Where what replaces it begins in the answer.' })
  @IsInt()
  @Min(0)
  redacted_start!: number;

  @JSONSchema({ description: 'Where that ends, exclusive.' })
  @IsInt()
  @Min(0)
  redacted_end!: number;
}

export class TextRedactOutput {
  @JSONSchema({ description: 'The text without what was found.' })
  @IsString()
  text!: string;

  @JSONSchema({ description: 'What was replaced, in the order of the text. What it said is not repeated here.' })
  @IsListOf(() => TextRedaction)
  redactions!: TextRedaction[];

  @JSONSchema({ description: 'Why names may be left: the text is long, or in letters that the model does not know.' })
  @IsString({ each: true })
  @IsArray()
  @IsOptional()
  warnings?: string[];
}

const CUT = 'Names far behind in the text are those of a smaller model for English, which finds fewer: send the text in parts.';

export const redactText = defineCapability({
  id: 'text.redact',
  operation: 'redactText',
  summary: 'Replaces what identifies a person in a text: cards, bank accounts, addresses, telephone numbers, names.',
  description:
    'Finds cards and IBANs by their check digits, in any language, and persons, organisations and places as `text.entities` ' +
    'does. A name that is not found is not replaced: read the text before you publish it. A number is always replaced as a ' +
    'whole.',
  input: TextRedactInput,
  output: TextRedactOutput,
  deterministic: true,
  tasks: ['entity-recognition', 'text-embedding'],
  examples: [{ text: 'Ada Lovelace paid with 4111 1111 1111 1111, write to ada@example.com.' }],

  setup(context) {
    const find = openKindFinder(context);
    return async ({ text, kinds = DEFAULT_KINDS, replacement, min_confidence: least }, { used }) => {
      const report: TaggingReport = { known: 1, isCut: false, used };
      const all = await find(text, kinds, report);
      const found = all.filter(({ confidence }) => confidence >= least);
      const warnings = [...readingWarnings(report), ...(report.isCut ? [CUT] : [])];
      return { ...replaced(text, found, replacement), ...(warnings.length > 0 && { warnings }) };
    };
  },
});

function replaced(
  text: string,
  found: readonly FoundSpan[],
  replacement: Replacement,
): Omit<TextRedactOutput, 'processing_time_ms'> {
  const redactions: TextRedaction[] = [];
  let [said, at] = ['', 0];
  for (const { type: kind, start, end, confidence } of found) {
    said += text.slice(at, start);
    const instead = insteadOf(text.slice(start, end), kind, replacement);
    const places = { start, end, redacted_start: said.length, redacted_end: said.length + instead.length };
    redactions.push({ kind, confidence: Number(confidence.toFixed(4)), ...places });
    said += instead;
    at = end;
  }
  return { text: said + text.slice(at), redactions };
}

function insteadOf(text: string, kind: EntityType, replacement: Replacement): string {
  if (replacement === 'remove') return '';
  return replacement === 'kind' ? `[${kind}]` : text.replace(/[\p{L}\p{N}\p{M}]/gu, '*');
}
