export { CONVERTER_VERSION, convertGraph } from './convert';
export { graphFiles } from './graph';
export { ELEMENT_CODE, encodeModel, type OnnxAttribute, type OnnxElement, type OnnxModel, type OnnxNode, type OnnxPort, type OnnxTensor, } from './onnx-encoding';
export type { ConversionOptions, DynamicAxis, InputOptions, OutputOptions } from './options';
