import type { Tables } from '@percept/core';
import { AttemptEntity } from './entities/attempt.entity';
import { DeliveryEntity } from './entities/delivery.entity';
import { EndpointEntity } from './entities/endpoint.entity';
import { RecoveryEntity } from './entities/recovery.entity';
import { WebhookAttempts1763700000220 } from './migrations/webhook-attempts.migration';
import { WebhookControls1763700000031 } from './migrations/webhook-controls.migration';
import { WebhookOpen1763700000210 } from './migrations/webhook-open.migration';
import { WebhookOpenOrder1763700000230 } from './migrations/webhook-open-order.migration';
import { WebhookTables1763700000030 } from './migrations/webhook-tables.migration';

export const webhookTables: Tables = {
  entities: [EndpointEntity, DeliveryEntity, AttemptEntity, RecoveryEntity],
  migrations: [
    WebhookTables1763700000030,
    WebhookControls1763700000031,
    WebhookOpen1763700000210,
    WebhookAttempts1763700000220,
    WebhookOpenOrder1763700000230,
  ],
};
