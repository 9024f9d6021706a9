export { outputPlace, runFolderPath } from './output-paths';
export { writeRows } from './output';
export type { RowPages } from './row-pages';
