export type { Meter, BilledAccount } from './metered-host';
