import {
  IsArray,
  IsBoolean,
  IsIn,
  IsOptional,
  IsString,
  MaxLength,
  MinLength,
  OrNull,
  JSONSchema,
  IsTime,
} from '@percept/sdk/decorators';
import { SCOPES, type Scope } from '../scopes';
import { CALLER_KINDS, type CallerKind } from '../caller';

const LONGEST = 1_000;
const SHORTEST_PASSWORD = 10;
const LONGEST_CODE = 20;

const CODE_DOC = { description: 'The one-time code that the app shows, where codes are on.', examples: ['123456'] };

/** The body of `POST /v1/session`: a token, or a password. */
export class SignInRequest {
  @JSONSchema({ description: 'The token of a sign-in link.' }) @IsString() @MaxLength(LONGEST) @IsOptional() token?: string;
  @JSONSchema({ description: "The administrator's password." }) @IsString() @MaxLength(LONGEST) @IsOptional() password?: string;
  @JSONSchema(CODE_DOC) @IsString() @MaxLength(LONGEST_CODE) @IsOptional() code?: string;
}

/** The body of `PUT /v1/session/password`. */
export class SetPasswordRequest {
  @JSONSchema({ description: 'The new password: one that is easy to guess is refused.' })
  @IsString()
  @MinLength(SHORTEST_PASSWORD)
  @MaxLength(LONGEST)
  password: string;

  @JSONSchema({ description: 'The current password; absent if none is set.' })
  @IsString()
  @MaxLength(LONGEST)
  @IsOptional()
  current_password?: string;
}

/** The body of `POST /v1/session/totp`. */
export class BeginTotpRequest {
  @JSONSchema({ description: 'The current password.' }) @IsString() @MaxLength(LONGEST) current_password: string;
}

/** The body of `PUT /v1/session/totp` and of `POST /v1/session/totp/disable`. */
export class TotpCodeRequest {
  @JSONSchema(CODE_DOC) @IsString() @MaxLength(LONGEST_CODE) code: string;
}

/** The secret is shown once. */
export class TotpSecretResponse {
  @JSONSchema({ description: 'Base32, to type into the app.' }) @IsString() secret: string;
  @JSONSchema({ description: 'The same as an address, `otpauth://totp/…`: what a QR code shows.' }) @IsString() uri: string;
}

/** A signed-in browser. */
export class SignedInSessionResponse {
  @IsString() id: string;
  @JSONSchema({ description: 'Where it was started from.' }) @IsString() address: string;
  @JSONSchema({ type: ['string', 'null'] }) @IsString() user_agent: string | null;
  @JSONSchema({ description: 'Whether it is the session of this request.' }) @IsBoolean() current: boolean;
  @IsTime() created_at: string;
  @IsTime('When somebody last used it, to the minute: it ends 8 hours later.')
  last_seen_at: string;
  @IsTime() expires_at: string;
}

/** Who is signed in. */
export class SessionResponse {
  @JSONSchema({ description: '`administrator`; `anyone` if authentication is off.' })
  @IsIn(CALLER_KINDS)
  kind: CallerKind;
  @IsString() id: string;
  @IsString() name: string;
  @IsString() project_id: string;
  @IsArray() @IsIn(SCOPES, { each: true }) scopes: readonly Scope[];
  @JSONSchema({ description: 'Whether a password is set.' }) @IsBoolean() has_password: boolean;
  @JSONSchema({ description: 'Whether signing in with the password takes a one-time code.' }) @IsBoolean() has_totp: boolean;
  @IsTime() @OrNull() expires_at: string | null;
}
