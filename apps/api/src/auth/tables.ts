import type { Tables } from '@percept/core';
import { AccessBaseline1764100000112, ProjectGrants1764100000248 } from './auth.migration';
import { AdministratorEntity, SessionEntity, SignInLinkEntity } from './sessions/administrator.entity';
import { ApiKeyEntity } from './keys/api-key.entity';

export const authTables: Tables = {
  entities: [ApiKeyEntity, AdministratorEntity, SignInLinkEntity, SessionEntity],
  migrations: [AccessBaseline1764100000112, ProjectGrants1764100000248],
};
