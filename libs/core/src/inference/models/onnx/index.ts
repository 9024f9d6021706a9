export {
  ELEMENT_CODE,
  type OnnxAttribute,
  type OnnxElement,
  type OnnxNode,
  type OnnxPort,
  type OnnxTensor,
  encodeModel,
} from './encoding';
export { cutNetwork } from './cut';
export { type DeclaredPort, readPorts } from './declared-ports';
export { REWRITER_VERSION, rewriteModel } from './rewrite';
export { readSummary } from './summary';
export { HALVES, unpackWeights } from './unpack';
