import { Module } from '@nestjs/common';
import { ApiKeys } from './keys/api-keys';
import { AwsPairs } from './keys/aws-pairs';
import { Administrators } from './sessions/administrators';
import { SecondFactor } from './sessions/second-factor';
import { Sessions } from './sessions/sessions';
import { ProjectLimits } from './projects/project-limits';
import { Projects } from './projects/projects';

/** Projects, API keys, administrators and their sessions. The command line needs this part of auth too. */
@Module({
  providers: [ApiKeys, AwsPairs, Administrators, SecondFactor, Projects, ProjectLimits, Sessions],
  exports: [ApiKeys, Administrators, SecondFactor, Projects, ProjectLimits, Sessions],
})
export class CredentialsModule {}
