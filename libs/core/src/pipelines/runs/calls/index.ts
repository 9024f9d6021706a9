export { CALL_METER, type Followed, type Meter, PAYER_CHECK, type PayerCheck } from '../context/metering';
