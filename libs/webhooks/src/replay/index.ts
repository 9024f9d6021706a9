export { DeliveriesQuery } from './replay-requests';
