export { OUTPUT_FORMAT_NAMES, OUTPUT_FORMATS, type OutputFormatName } from './output-formats';
export type { OutputSettings } from './output-format';
export { outputPath, runFolderPath, type OutputPlace } from './output-paths';
export type { RowPages } from './row-pages';
export { writeRows } from './write-rows';
