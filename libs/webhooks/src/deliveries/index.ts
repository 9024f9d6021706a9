export { DeliveryWorker } from './delivery-worker';
export { deliverEvents } from './outbox';
export { matchingDeliveries } from './recovery';
