// `@percept/sdk/records`: the records of CSV and JSON Lines files, read as streams, in any encoding.
export { isEncoding } from '../../kernel/text/encoding';
export { csvRecords } from './csv-records';
export { UnreadableFile, type FileBytes, type TextRecord } from './record';
export { jsonRecords, textLines } from './text-lines';
