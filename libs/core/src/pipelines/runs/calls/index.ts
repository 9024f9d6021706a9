export { CALL_METER, type Followed, type Meter } from './metering';
