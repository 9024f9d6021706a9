export { DeliveryFilter } from './replay-requests';
