export { CONVERTER_VERSION, convertGraph } from './convert';
export { graphFiles } from './graph';
export type { DynamicAxis } from './options';
