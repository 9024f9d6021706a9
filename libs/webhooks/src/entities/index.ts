export { AttemptEntity } from './attempt.entity';
export { DELIVERY_STATES, DeliveryEntity, type DeliveryState, SETTLED, WAITING, type WaitingDelivery } from './delivery.entity';
export { type EndpointHealth, EndpointEntity, HEALTH, SENDING, type SendingEndpoint } from './endpoint.entity';
export { RecoveryEntity } from './recovery.entity';
