import { webhookTables } from '@percept/webhooks';
import { accessTables } from './auth/tables';
import { analysisTables } from './analyses/analyses';
import { idempotencyTables } from './idempotency/idempotency';
import { installationTables } from './installation/tables';
import { limitTables } from './quota/tables';

/** All tables of the service besides those of the core. */
export const tables = [webhookTables, accessTables, limitTables, idempotencyTables, analysisTables, installationTables];
