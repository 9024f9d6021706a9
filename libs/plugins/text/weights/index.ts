export { shippedModel } from './folder';
export { hashFeature } from './hash';
export { encodeWeights, readSafetensors, type Weights } from './tensors';
