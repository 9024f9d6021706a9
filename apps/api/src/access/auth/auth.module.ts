import { Module } from '@nestjs/common';
import { Authenticator } from './authenticator';
import { CredentialsModule } from './credentials.module';
import { KeysController } from './keys/keys.controller';
import { SecondFactorController } from './sessions/second-factor.controller';
import { SessionController } from './sessions/session.controller';

/** Says who sends a request. */
@Module({
  imports: [CredentialsModule],
  providers: [Authenticator],
  exports: [CredentialsModule, Authenticator],
})
export class AuthModule {}

@Module({ imports: [AuthModule], controllers: [KeysController, SessionController, SecondFactorController] })
export class AuthApiModule {}
