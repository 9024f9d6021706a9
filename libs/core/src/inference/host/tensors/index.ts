export type { EncodedAnswer, TensorShape } from './answer';
export { datatypeOf } from './datatypes';
export { infer, inferenceId, modelOfInference, type TensorAnswer } from './infer';
