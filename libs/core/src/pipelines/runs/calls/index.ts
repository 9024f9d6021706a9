export { CALL_METER, type Meter } from './metering';
