export { CONVERTER_VERSION, convertGraph } from './convert';
export type { ConversionOptions, DynamicAxis, InputOptions, OutputOptions } from './options';
