export { isDisconnect } from './postgres-errors';
