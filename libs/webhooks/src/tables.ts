import type { Tables } from '@percept/core';
import { AttemptEntity } from './entities/attempt.entity';
import { DeliveryEntity } from './entities/delivery.entity';
import { EndpointEntity } from './entities/endpoint.entity';
import { RecoveryEntity } from './entities/recovery.entity';
import { WebhooksBaseline1764100000051, WebhooksRecoverySearch1764100000190 } from './webhooks.migration';

export const webhookTables: Tables = {
  entities: [EndpointEntity, DeliveryEntity, AttemptEntity, RecoveryEntity],
  migrations: [WebhooksBaseline1764100000051, WebhooksRecoverySearch1764100000190],
};
