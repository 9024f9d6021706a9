import { Global, Module } from '@nestjs/common';
import { Administrators } from './sessions/administrators';
import { ApiKeys } from './keys/api-keys';
import { Audit } from '../audit/audit-log';
import { Sessions } from './sessions/sessions';

/** Who may do what: keys, administrators, their sessions, and the log of what they did. */
@Global()
@Module({ providers: [ApiKeys, Administrators, Sessions, Audit], exports: [ApiKeys, Administrators, Sessions, Audit] })
export class AccessModule {}
