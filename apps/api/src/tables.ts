import { webhookTables } from '@percept/webhooks';
import { AuditEntryEntity } from './audit/audit-entry.entity';
import { authTables } from './auth/tables';
import { analysisTables } from './analyses/analyses';
import { collectionTables } from './collections/tables';
import { idempotencyTables } from './idempotency/idempotency';
import { installationTables } from './installation/tables';
import { logTables } from './logs/tables';
import { ProjectEntity } from './auth/projects/project.entity';
import { quotaTables } from './usage/tables';
import { secretTables } from './secrets/tables';
import { uploadTables } from './uploads/uploads';

/** All tables of the service besides those of the core. */
export const tables = [
  webhookTables,
  authTables,
  // The first migration of access makes these tables, too.
  { entities: [ProjectEntity, AuditEntryEntity], migrations: [] },
  quotaTables,
  idempotencyTables,
  analysisTables,
  installationTables,
  logTables,
  secretTables,
  uploadTables,
  collectionTables,
];
