export { DeliveryWorker } from './delivery-worker';
export { deliverEvents } from './outbox';
