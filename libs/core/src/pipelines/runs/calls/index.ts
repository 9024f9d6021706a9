export { CALL_METER, type BilledAccount, type Meter } from './metering';
