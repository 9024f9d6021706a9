// The parts of webhooks that the service may use.
export { WebhooksModule } from './webhooks.module';
export { webhookTables } from './tables';
export { EndpointEntity } from './entities/endpoint.entity';
export { CreateWebhookRequest, RotateSecretRequest, UpdateWebhookRequest } from './endpoints/endpoint-requests';
export { DeliveriesQuery, RecoverDeliveriesRequest, TestWebhookRequest } from './replay/replay-requests';
export {
  CreatedWebhookResponse,
  DeliveryDetailsResponse,
  DeliveryResponse,
  RecoveryResponse,
  RotatedWebhookResponse,
  WebhookResponse,
} from './views';
export { checkFilter, passesFilter } from './endpoints/event-filter';
export { EVENT_EXAMPLES } from './endpoints/test-events';
export { WebhookEndpoints } from './endpoints/endpoints';
export { readDeliveryFilter, WebhookDeliveries } from './deliveries/deliveries';
export { WebhookStatistics, WebhookStatisticsResponse } from './deliveries/statistics';
export type { DeliveryQuery } from './entities/delivery.repository';
export { WebhookReplays } from './replay/replays';
export { DELIVERY_STATES, type DeliveryState } from './entities/delivery.entity';
export { deliverEvents } from './deliveries/outbox';
export { DeliveryWorker, type DeliveryWorkerOptions } from './deliveries/delivery-worker';
export { removeProjectWebhooks, webhookRetention, webhookSizeRetention } from './deliveries/retention';
export { makeSecret, signedHeaders, standardWebhook } from './signature/signature';
export { startListener, type WebhookListener } from './listener/listener';
export type { ListenerReport } from './listener/listener-log';
