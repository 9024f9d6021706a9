// What the service may use of webhooks.
export { WebhooksModule } from './webhooks.module';
export { webhookTables } from './tables';
export { CreateWebhookInput, UpdateWebhookInput } from './inputs';
export { AttemptView, CreatedWebhookView, DeliveryView, WebhookView } from './views';
export { WebhookEndpoints, type WebhookEndpointsOptions } from './endpoints';
export { WebhookDeliveries, type DeliveryQuery } from './deliveries';
export { DELIVERY_STATES, type DeliveryState } from './delivery.entity';
export { deliverEvents } from './outbox';
export { DeliveryWorker, type DeliveryWorkerOptions } from './delivery-worker';
export { openSecretBox, SecretBox } from './secret-box';
export { makeSecret, signedHeaders, standardWebhook } from './signature';
export { startReceiver, type Receiver, type ReceiverOptions } from './receiver';
