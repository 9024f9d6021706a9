export { exportModel } from './export';
export { importModel } from './import';
