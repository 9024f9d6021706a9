import { IsArray, IsIn, IsInt, IsOptional, IsString, OrNull, JSONSchema, IsTime } from '@percept/sdk/decorators';
import type { ApiKeyEntity } from './api-key.entity';
import type { ShownKey } from './api-keys';
import { SCOPES, type Scope } from '../scopes';
import { monthlyLimit, PLANS, type KeyPlan } from '../plan';

/** An API key as the API shows it: never its secret. */
export class KeyResponse {
  @IsString() id: string;
  @IsString() project_id: string;
  @IsString() name: string;
  @JSONSchema({ description: 'The first characters of the key.' }) @IsString() prefix: string;
  @JSONSchema({ description: 'The access key id of a key for clients of AWS.' })
  @IsString()
  @OrNull()
  aws_access_key_id: string | null;
  @IsIn(PLANS) plan: KeyPlan;
  @JSONSchema({ description: 'Requests a month.' }) @IsInt() monthly_limit: number;
  @IsArray() @IsIn(SCOPES, { each: true }) scopes: Scope[];
  @IsTime() created_at: string;
  @IsTime() @OrNull() expires_at: string | null;
  @IsTime() @OrNull() revoked_at: string | null;
  @IsTime('Accurate to the minute.') @OrNull() last_used_at: string | null;
}

/** The answer to creating or rotating a key: only it contains the key. */
export class CreatedKeyResponse extends KeyResponse {
  @JSONSchema({ description: 'The key. Shown only once.' }) @IsString() key: string;
  @JSONSchema({ description: 'The secret access key that belongs to `aws_access_key_id`. Shown only once.' })
  @IsString()
  @IsOptional()
  aws_secret_access_key?: string;
}

const iso = (ms: number | null): string | null => (ms === null ? null : new Date(ms).toISOString());

export function showKey(record: ApiKeyEntity): KeyResponse {
  const { id, project_id, name, prefix, aws_access_key_id, plan, scopes } = record;
  return {
    ...{ id, project_id, name, prefix, aws_access_key_id, plan },
    monthly_limit: monthlyLimit(record),
    scopes,
    created_at: iso(record.created_at)!,
    expires_at: iso(record.expires_at),
    revoked_at: iso(record.revoked_at),
    last_used_at: iso(record.last_used_at),
  };
}

export function showCreated({ record, key, aws }: ShownKey): CreatedKeyResponse {
  return { ...showKey(record), key, ...(aws && { aws_secret_access_key: aws.secretAccessKey }) };
}
