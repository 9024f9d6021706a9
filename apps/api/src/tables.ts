import { webhookTables } from '@percept/webhooks';
import { accessTables } from './access/tables';
import { analysisTables } from './analyses/analyses';
import { idempotencyTables } from './idempotency/idempotency';
import { installationTables } from './installation/tables';
import { limitTables } from './limits/tables';

/** All tables of the service besides those of the core. */
export const tables = [webhookTables, accessTables, limitTables, idempotencyTables, analysisTables, installationTables];
