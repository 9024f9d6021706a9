// `@percept/sdk/records`: the records of CSV and JSON Lines files, read as streams, in any encoding.
export { isEncoding } from '../../kernel/text/encoding';
export { csvRecords, jsonRecords, textLines, UnreadableFile, type FileBytes, type TextRecord } from '../../kernel/records';
