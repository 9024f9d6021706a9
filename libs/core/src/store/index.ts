export type { Store, Transaction } from './store';
