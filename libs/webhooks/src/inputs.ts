import { ArrayMaxSize, ArrayNotEmpty, IsArray, IsBoolean, IsOptional, IsString, MaxLength, MinLength } from 'class-validator';
import { JSONSchema } from 'class-validator-jsonschema';

const MOST_PATTERNS = 32;
const URL_LENGTH = 2_048;
const DESCRIPTION_LENGTH = 500;

const URL_DOC = {
  description: 'Where deliveries are posted to: an https URL of the public internet.',
  examples: ['https://example.com/hooks'],
};
const EVENTS_DOC = {
  description: 'Event names, or wildcards: `*` for all of them, `batch.*` for those of a kind.',
  examples: [['batch.completed']],
};
const DESCRIPTION_DOC = { description: 'A label of your own.' };

/** The body of `POST /v1/webhooks`. */
export class CreateWebhookInput {
  @JSONSchema(URL_DOC) @IsString() @MinLength(1) @MaxLength(URL_LENGTH) url: string;

  @JSONSchema({ ...EVENTS_DOC, default: ['*'] })
  @IsArray()
  @ArrayNotEmpty()
  @ArrayMaxSize(MOST_PATTERNS)
  @IsString({ each: true })
  @IsOptional()
  events?: string[];

  @JSONSchema({
    description: 'What deliveries are signed with: 16 to 128 characters, or `whsec_` and Base64. Made by us when absent.',
  })
  @IsString()
  @IsOptional()
  secret?: string;

  @JSONSchema(DESCRIPTION_DOC) @IsString() @MaxLength(DESCRIPTION_LENGTH) @IsOptional() description?: string;
}

/** The body of `PATCH /v1/webhooks/{id}`: what is absent stays. */
export class UpdateWebhookInput {
  @JSONSchema(URL_DOC) @IsString() @MinLength(1) @MaxLength(URL_LENGTH) @IsOptional() url?: string;

  @JSONSchema(EVENTS_DOC)
  @IsArray()
  @ArrayNotEmpty()
  @ArrayMaxSize(MOST_PATTERNS)
  @IsString({ each: true })
  @IsOptional()
  events?: string[];

  @JSONSchema(DESCRIPTION_DOC) @IsString() @MaxLength(DESCRIPTION_LENGTH) @IsOptional() description?: string;

  @JSONSchema({ description: 'Switches the endpoint off or on. Its deliveries are held while it is off, and sent afterwards.' })
  @IsBoolean()
  @IsOptional()
  active?: boolean;
}
