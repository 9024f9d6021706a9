import { IsArray, IsBoolean, IsIn, IsOptional, IsString, MaxLength, MinLength } from 'class-validator';
import { JSONSchema } from 'class-validator-jsonschema';
import { SCOPES, type Scope } from '../scopes';
import { CALLER_KINDS, type CallerKind } from '../caller';

const LONGEST = 1_000;
const SHORTEST_PASSWORD = 10;

/** The body of `POST /v1/session`: one of the two. */
export class SignInRequest {
  @JSONSchema({ description: 'The token of a sign-in link.' }) @IsString() @MaxLength(LONGEST) @IsOptional() token?: string;
  @JSONSchema({ description: "The administrator's password." }) @IsString() @MaxLength(LONGEST) @IsOptional() password?: string;
}

/** The body of `PUT /v1/session/password`. */
export class SetPasswordRequest {
  @JSONSchema({ description: 'The new password.' })
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
  @JSONSchema({ format: 'date-time' }) @IsString() @IsOptional() expires_at: string | null;
}
