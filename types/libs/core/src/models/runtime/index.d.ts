export { LiveStock, type LiveStockOptions } from './live-stock';
export { takeStock, type TakeOptions } from './take-stock';
export { NativeGate } from './native-gate';
export { openModels, type Models, type OpenOptions } from './open-models';
