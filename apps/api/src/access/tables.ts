import type { Tables } from '@percept/core';
import { AccessTables1763700000110 } from './access-tables.migration';
import { Account } from './account.entity';
import { Administrator, Session, SignInLink } from './administrator.entity';
import { ApiKey } from './api-key.entity';
import { ApiKeyTable1763700000100 } from './api-keys.migration';
import { AuditEntry } from './audit-entry.entity';

export const accessTables: Tables = {
  entities: [Account, ApiKey, Administrator, SignInLink, Session, AuditEntry],
  migrations: [ApiKeyTable1763700000100, AccessTables1763700000110],
};
