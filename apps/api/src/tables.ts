import { webhookTables } from '@percept/webhooks';
import { authTables } from './auth/tables';
import { analysisTables } from './analyses/analyses';
import { collectionTables } from './collections/tables';
import { idempotencyTables } from './idempotency/idempotency';
import { installationTables } from './installation/tables';
import { logTables } from './logs/tables';
import { quotaTables } from './quota/tables';
import { secretTables } from './secrets/tables';
import { uploadTables } from './uploads/uploads';

/** All tables of the service besides those of the core. */
export const tables = [
  webhookTables,
  authTables,
  quotaTables,
  idempotencyTables,
  analysisTables,
  installationTables,
  logTables,
  secretTables,
  uploadTables,
  collectionTables,
];
