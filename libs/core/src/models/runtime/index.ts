export { LiveStock, type LiveStockOptions } from './live-stock';
export { takeStock, type TakeOptions } from './take-stock';
export { openNetwork, type Network, type NetworkTensor } from './network';
export { NativeGate } from './native-gate';
export { tellNobody } from './telemetry';
export { openModels, type Models, type OpenOptions } from './open-models';
