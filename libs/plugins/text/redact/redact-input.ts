import { ArrayNotEmpty, IsArray, IsIn, IsOptional, IsString, JSONSchema, IsFraction } from '@percept/sdk/decorators';
import { ENTITY_TYPES, type EntityType } from '../entities/found';

export const REDACT_CHARACTERS = 100_000;

/** The kinds that identify a person. */
export const DEFAULT_KINDS: readonly EntityType[] = ['CARD', 'IBAN', 'EMAIL', 'PHONE', 'IP_ADDRESS', 'MENTION', 'PERSON'];

/** `kind` gives `[PERSON]`, `mask` gives a `*` for each letter and digit, `remove` gives nothing. */
const REPLACEMENTS = ['kind', 'mask', 'remove'] as const;
export type Replacement = (typeof REPLACEMENTS)[number];

export class TextRedactInput {
  @JSONSchema({ description: 'The text, or HTML, of which the markup stays.', minLength: 1, maxLength: REDACT_CHARACTERS })
  @IsString()
  text!: string;

  @JSONSchema({
    description: `What is redacted, of ${ENTITY_TYPES.join(', ')}; ${DEFAULT_KINDS.join(', ')} by default.`,
    uniqueItems: true,
  })
  @IsArray()
  @ArrayNotEmpty()
  @IsIn(ENTITY_TYPES, { each: true })
  @IsOptional()
  kinds?: EntityType[];

  @JSONSchema({
    description: 'The replacement. `kind`: `[PERSON]`. `mask`: a `*` for each letter and digit. `remove`: nothing.',
  })
  @IsIn(REPLACEMENTS)
  replacement: Replacement = 'kind';

  @JSONSchema({ description: 'Only what has at least this confidence. It is low: a word too many is better than one too few.' })
  @IsFraction()
  min_confidence = 0.3;
}
