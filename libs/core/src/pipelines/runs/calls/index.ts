export type { Meter, BilledAccount } from './metering';
