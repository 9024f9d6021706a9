import {
  ArrayNotEmpty,
  IsArray,
  IsBoolean,
  IsIn,
  IsInt,
  IsOptional,
  IsString,
  Max,
  MaxLength,
  Min,
  MinLength,
} from 'class-validator';
import { JSONSchema } from 'class-validator-jsonschema';
import { DEFAULT_SCOPES, SCOPES, type Scope } from '../scopes';
import { MAX_MONTHLY, PLANS, type KeyPlan } from '../plan';

const NAME_LENGTH = 100;

const SCOPES_DOC = { description: 'What the key may do; a key can give no scope that it lacks.' };
const PLAN_DOC = { description: 'Requests a month: `free` 1,000, `pro` 100,000, `enterprise` as `monthly_limit` says.' };
const LIMIT_DOC = { description: 'Requests a month, for the plan `enterprise` only; 1,000,000,000 by default.' };
const EXPIRY_DOC = {
  description: 'When the key ends: an ISO 8601 date-time in the future, a duration such as `90d`, or `never`.',
  examples: ['90d', '2027-01-01T00:00:00Z', 'never'],
};

/** The body of `PATCH /v1/keys/{id}`. Omitted fields keep their values. */
export class UpdateKeyRequest {
  @JSONSchema({ description: 'What the key is for.' })
  @IsString()
  @MinLength(1)
  @MaxLength(NAME_LENGTH)
  @IsOptional()
  name?: string;

  @JSONSchema(PLAN_DOC) @IsIn(PLANS) @IsOptional() plan?: KeyPlan;

  @JSONSchema(LIMIT_DOC) @IsInt() @Min(1) @Max(MAX_MONTHLY) @IsOptional() monthly_limit?: number;

  @JSONSchema(SCOPES_DOC) @IsArray() @ArrayNotEmpty() @IsIn(SCOPES, { each: true }) @IsOptional() scopes?: Scope[];

  @JSONSchema(EXPIRY_DOC) @IsString() @IsOptional() expires_at?: string;
}

/** The body of `POST /v1/keys`. */
export class CreateKeyRequest {
  @JSONSchema({ description: 'What the key is for.' }) @IsString() @MinLength(1) @MaxLength(NAME_LENGTH) name: string;

  @JSONSchema(PLAN_DOC) @IsIn(PLANS) @IsOptional() plan: KeyPlan = 'free';

  @JSONSchema(LIMIT_DOC) @IsInt() @Min(1) @Max(MAX_MONTHLY) @IsOptional() monthly_limit?: number;

  @JSONSchema(SCOPES_DOC) @IsArray() @ArrayNotEmpty() @IsIn(SCOPES, { each: true }) @IsOptional() scopes: Scope[] = [
    ...DEFAULT_SCOPES,
  ];

  @JSONSchema(EXPIRY_DOC) @IsString() @IsOptional() expires_at: string = 'never';

  @JSONSchema({ description: 'Begins with `pk_live_` or `pk_test_`: the same rights, told apart at a glance.' })
  @IsIn(['live', 'test'])
  @IsOptional()
  kind: 'live' | 'test' = 'live';

  @JSONSchema({ description: 'Whether the key gets an access key id and a secret access key too, for clients of AWS.' })
  @IsBoolean()
  @IsOptional()
  aws = false;
}
