import type { Tables } from '@percept/core';
import { AttemptRow } from './attempt.entity';
import { DeliveryRow } from './delivery.entity';
import { EndpointRow } from './endpoint.entity';
import { RecoveryRow } from './recovery.entity';
import { WebhookAttempts1763700000220 } from './webhook-attempts.migration';
import { WebhookControls1763700000031 } from './webhook-controls.migration';
import { WebhookOpen1763700000210 } from './webhook-open.migration';
import { WebhookOpenOrder1763700000230 } from './webhook-open-order.migration';
import { WebhookTables1763700000030 } from './webhook-tables.migration';

export const webhookTables: Tables = {
  entities: [EndpointRow, DeliveryRow, AttemptRow, RecoveryRow],
  migrations: [
    WebhookTables1763700000030,
    WebhookControls1763700000031,
    WebhookOpen1763700000210,
    WebhookAttempts1763700000220,
    WebhookOpenOrder1763700000230,
  ],
};
