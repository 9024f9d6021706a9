export type { EncodedAnswer } from './answer';
export { datatypeOf } from './datatypes';
export { infer, inferenceId, isOfProject, modelOfInference, PROJECT_INFERENCE, type TensorAnswer } from './infer';
