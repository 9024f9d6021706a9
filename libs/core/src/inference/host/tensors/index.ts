export type { EncodedAnswer } from './answer';
export { toDatatype } from './datatypes';
export { infer, inferenceId, isOfProject, modelOfInference, PROJECT_INFERENCE, type TensorAnswer } from './infer';
