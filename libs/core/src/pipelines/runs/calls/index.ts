export { RunMetering } from '../context/metering';
