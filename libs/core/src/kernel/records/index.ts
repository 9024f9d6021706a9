export { csvRecords } from './csv-records';
export { UnreadableFile, type FileBytes, type TextRecord } from './record';
export { jsonRecords, textLines } from './text-lines';
