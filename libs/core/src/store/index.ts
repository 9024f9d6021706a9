export { Store, type Transaction } from './store';
