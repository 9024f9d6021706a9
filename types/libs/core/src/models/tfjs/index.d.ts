export { CONVERTER_VERSION, convertGraph } from './convert';
export { graphFiles } from './graph';
export type { ConversionOptions, DynamicAxis, InputOptions, OutputOptions } from './options';
