import { ArrayNotEmpty, IsArray, IsIn, IsOptional, IsString, JSONSchema, IsFraction } from '@percept/sdk/decorators';
import { ENTITY_TYPES } from '../entities/found';

export const REDACT_CHARACTERS = 100_000;

/** What can be redacted: entities, and numbers with a check digit. */
export const REDACT_KINDS = ['CARD', 'IBAN', ...ENTITY_TYPES] as const;
export type RedactKind = (typeof REDACT_KINDS)[number];

/** What identifies a person. */
export const DEFAULT_KINDS: readonly RedactKind[] = ['CARD', 'IBAN', 'EMAIL', 'PHONE', 'IP_ADDRESS', 'MENTION', 'PERSON'];

/** `kind`: `[PERSON]`. `mask`: a `*` for each letter and digit. `remove`: nothing. */
const REPLACEMENTS = ['kind', 'mask', 'remove'] as const;
export type Replacement = (typeof REPLACEMENTS)[number];

export class TextRedactInput {
  @JSONSchema({ description: 'The text, or HTML, of which the markup stays.', minLength: 1, maxLength: REDACT_CHARACTERS })
  @IsString()
  text!: string;

  @JSONSchema({
    description: `What is redacted, of ${REDACT_KINDS.join(', ')}; ${DEFAULT_KINDS.join(', ')} by default.`,
    uniqueItems: true,
  })
  @IsArray()
  @ArrayNotEmpty()
  @IsIn(REDACT_KINDS, { each: true })
  @IsOptional()
  kinds?: RedactKind[];

  @JSONSchema({
    description: 'The replacement. `kind`: `[PERSON]`. `mask`: a `*` for each letter and digit. `remove`: nothing.',
  })
  @IsIn(REPLACEMENTS)
  replacement: Replacement = 'kind';

  @JSONSchema({ description: 'Only what has at least this confidence. It is low: a word too many is better than one too few.' })
  @IsFraction()
  min_confidence = 0.3;
}
