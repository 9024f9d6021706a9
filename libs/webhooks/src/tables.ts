import type { Tables } from '@percept/core';
import { AttemptRow } from './attempt.entity';
import { DeliveryRow } from './delivery.entity';
import { EndpointRow } from './endpoint.entity';
import { WebhookTables1763700000030 } from './webhook-tables.migration';

export const webhookTables: Tables = {
  entities: [EndpointRow, DeliveryRow, AttemptRow],
  migrations: [WebhookTables1763700000030],
};
