import { ArrayMaxSize, ArrayNotEmpty, IsArray, IsBoolean, IsInt, IsObject, IsOptional, IsString } from 'class-validator';
import { Max, MaxLength, Min, MinLength } from 'class-validator';
import { JSONSchema } from 'class-validator-jsonschema';

const MAX_PATTERNS = 32;
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
const FILTER_DOC = {
  description: 'CEL over `type` and `data`: only events for which it is true are sent. An empty text takes it away.',
  examples: ["data.status == 'partial'"],
};
const RATE_DOC = { description: 'Attempts per second at most; 0: no limit.' };
const HEADERS_DOC = {
  description: 'Headers of your own, sent with each delivery. Kept encrypted; only their names are shown.',
  examples: [{ authorization: 'Bearer …' }],
};
const FILTER_LENGTH = 2_000;
const MAX_PER_SECOND = 1_000;

/** What may be said of an endpoint at its creation and later. */
export class EndpointTerms {
  @JSONSchema(DESCRIPTION_DOC) @IsString() @MaxLength(DESCRIPTION_LENGTH) @IsOptional() description?: string;
  @JSONSchema(FILTER_DOC) @IsString() @MaxLength(FILTER_LENGTH) @IsOptional() filter?: string;
  @JSONSchema(RATE_DOC) @IsInt() @Min(0) @Max(MAX_PER_SECOND) @IsOptional() rate_per_second?: number;
  @JSONSchema(HEADERS_DOC) @IsObject() @IsOptional() headers?: Record<string, string>;
}

/** The body of `POST /v1/webhooks`. */
export class CreateWebhookRequest extends EndpointTerms {
  @JSONSchema(URL_DOC) @IsString() @MinLength(1) @MaxLength(URL_LENGTH) url: string;

  @JSONSchema({ ...EVENTS_DOC, default: ['*'] })
  @IsArray()
  @ArrayNotEmpty()
  @ArrayMaxSize(MAX_PATTERNS)
  @IsString({ each: true })
  @IsOptional()
  events?: string[];

  @JSONSchema({
    description: 'What deliveries are signed with: 16 to 128 characters, or `whsec_` and Base64. Made by us when absent.',
  })
  @IsString()
  @IsOptional()
  secret?: string;
}

/** The body of `PATCH /v1/webhooks/{id}`: what is absent stays. */
export class UpdateWebhookRequest extends EndpointTerms {
  @JSONSchema(URL_DOC) @IsString() @MinLength(1) @MaxLength(URL_LENGTH) @IsOptional() url?: string;

  @JSONSchema(EVENTS_DOC)
  @IsArray()
  @ArrayNotEmpty()
  @ArrayMaxSize(MAX_PATTERNS)
  @IsString({ each: true })
  @IsOptional()
  events?: string[];

  @JSONSchema({ description: 'Switches the endpoint off or on. Its deliveries are held while it is off, and sent afterwards.' })
  @IsBoolean()
  @IsOptional()
  active?: boolean;
}

/** The body of `POST /v1/webhooks/{id}/rotate-secret`. */
export class RotateSecretRequest {
  @JSONSchema({ description: 'The new secret; made by us when absent, unless `revoke` is true.' })
  @IsString()
  @IsOptional()
  secret?: string;

  @JSONSchema({
    description: 'Ends the old secret at once, instead of signing with both for 24 hours. Without `secret` the newest stays.',
  })
  @IsBoolean()
  @IsOptional()
  revoke = false;
}
