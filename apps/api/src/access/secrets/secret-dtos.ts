import { PerceptError } from '@percept/sdk';
import {
  ArrayMaxSize,
  IsArray,
  IsOptional,
  IsString,
  Matches,
  MaxLength,
  MinLength,
  JSONSchema,
  IsTime,
} from '@percept/sdk/decorators';
import type { ProjectSecretEntity } from './project-secret.entity';

const MAX_VALUE = 10_000;
const MAX_HOSTS = 20;
const MAX_HOST = 260;
/** A host as in `PERCEPT_SECRET_X_HOSTS`: a name, all names below a domain, or an IP address, with or without a port. */
const HOST = /^(\*\.)?[a-z0-9]([a-z0-9.-]*[a-z0-9])?(:\d{1,5})?$|^\[[0-9a-f:.]+\](:\d{1,5})?$/;
const HOST_REASON = 'must be hosts in lower case, such as api.example.com, *.example.com or 10.0.0.5:8080';

const SECRET_NAME = /^[A-Z][A-Z0-9_]{0,62}$/;

/** The body of `PUT /v2/secrets/{name}`. */
export class SetSecretRequest {
  @JSONSchema({ description: 'The value. No answer shows it again.' })
  @IsString()
  @MinLength(1)
  @MaxLength(MAX_VALUE)
  value: string;

  @JSONSchema({
    description:
      'Hosts that may receive the secret in a call with a URL, such as `api.example.com`, `*.example.com` or `10.0.0.5:8080`. Without any, it cannot be in a call that names a URL.',
  })
  @IsArray()
  @ArrayMaxSize(MAX_HOSTS)
  @MaxLength(MAX_HOST, { each: true })
  @Matches(HOST, { each: true, message: HOST_REASON })
  @IsOptional()
  hosts: string[] = [];
}

/** A secret without its value. */
export class SecretResponse {
  @IsString() name: string;
  @JSONSchema({ description: 'Hosts that may receive it in a call with a URL.' })
  @IsArray()
  @IsString({ each: true })
  hosts: string[];
  @IsTime() created_at: string;
  @IsTime('When the value was last set.') updated_at: string;
}

export function showSecret({ name, hosts, created_at, updated_at }: ProjectSecretEntity): SecretResponse {
  const [created, updated] = [created_at, updated_at].map((time) => new Date(time).toISOString());
  return { name, hosts, created_at: created!, updated_at: updated! };
}

/** @throws INVALID_REQUEST. */
export function checkSecretName(name: string): void {
  if (!SECRET_NAME.test(name))
    throw PerceptError.invalid('name', 'must be capital letters, digits and underscores, as API_TOKEN: pipelines call it so.');
}
