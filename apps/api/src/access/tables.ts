import type { Tables } from '@percept/core';
import { AccessTables1763700000110 } from './access-tables.migration';
import { AccountEntity } from './account.entity';
import { AdministratorEntity, SessionEntity, SignInLinkEntity } from './sessions/administrator.entity';
import { ApiKeyEntity } from './keys/api-key.entity';
import { ApiKeyTable1763700000100 } from './keys/api-keys.migration';
import { AuditEntryEntity } from './audit/audit-entry.entity';

export const accessTables: Tables = {
  entities: [AccountEntity, ApiKeyEntity, AdministratorEntity, SignInLinkEntity, SessionEntity, AuditEntryEntity],
  migrations: [ApiKeyTable1763700000100, AccessTables1763700000110],
};
