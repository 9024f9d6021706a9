export { shippedModel } from './folder';
export { hashOf } from './hash';
export { encodeWeights, readWeights, type Weights } from './tensors';
