// What the service may use of webhooks.
export { WebhooksModule } from './webhooks.module';
export { webhookTables } from './tables';
export { CreateWebhookInput, RotateSecretInput, UpdateWebhookInput } from './inputs';
export { DeliveryFilter, RecoverInput, TestWebhookInput } from './replay-inputs';
export {
  AttemptView,
  CreatedWebhookView,
  DeliveryDetailView,
  DeliveryView,
  RecoveryView,
  RotatedWebhookView,
  WebhookView,
} from './views';
export { WebhookEndpoints, type WebhookEndpointsOptions } from './endpoints';
export { readDeliveryFilter, WebhookDeliveries, type DeliveryQuery } from './deliveries';
export { WebhookReplays } from './replays';
export { DELIVERY_STATES, type DeliveryState } from './delivery.entity';
export { deliverEvents } from './outbox';
export { DeliveryWorker, type DeliveryWorkerOptions } from './delivery-worker';
export { webhookRetention } from './retention';
export { openSecretBox, SecretBox } from './secret-box';
export { makeSecret, signedHeaders, standardWebhook } from './signature';
export { startReceiver, type Receiver, type ReceiverOptions } from './receiver';
export type { ReceiverReport } from './receiver-ledger';
