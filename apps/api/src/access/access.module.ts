import { Global, Module } from '@nestjs/common';
import { Administrators } from './administrators';
import { ApiKeys } from './api-keys';
import { Audit } from './audit';
import { Sessions } from './sessions';

/** Who may do what: keys, administrators, their sessions, and the log of what they did. */
@Global()
@Module({ providers: [ApiKeys, Administrators, Sessions, Audit], exports: [ApiKeys, Administrators, Sessions, Audit] })
export class AccessModule {}
