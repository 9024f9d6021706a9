export { mediaTypeOfOutput, outputFormats } from './output-formats';
export type { OutputFormat, OutputSettings } from './output-format';
export { outputPath, runFolderPath, type OutputPlace } from './output-paths';
export type { RowPages } from './row-pages';
export { writeRows } from './write-rows';
