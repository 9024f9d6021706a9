import { Module } from '@nestjs/common';
import { ApiKeys } from './keys/api-keys';
import { Administrators } from './sessions/administrators';
import { Sessions } from './sessions/sessions';

/** API keys, administrators and their sessions; what the command line needs of auth too. */
@Module({
  providers: [ApiKeys, Administrators, Sessions],
  exports: [ApiKeys, Administrators, Sessions],
})
export class CredentialsModule {}
