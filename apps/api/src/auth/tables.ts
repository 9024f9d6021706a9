import type { Tables } from '@percept/core';
import { AccessBaseline1764100000112, ProjectGrants1764100000248 } from './auth.migration';
import { ProjectEntity } from '../projects/project.entity';
import { AdministratorEntity, SessionEntity, SignInLinkEntity } from './sessions/administrator.entity';
import { ApiKeyEntity } from './keys/api-key.entity';
import { AuditEntryEntity } from '../audit/audit-entry.entity';

export const authTables: Tables = {
  entities: [ProjectEntity, ApiKeyEntity, AdministratorEntity, SignInLinkEntity, SessionEntity, AuditEntryEntity],
  migrations: [AccessBaseline1764100000112, ProjectGrants1764100000248],
};
