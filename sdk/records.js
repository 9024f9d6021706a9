'use strict';
const records = require('./percept')('records');
// One line for each name: Node finds the names for `import` in the text of this file.
exports.csvRecords = records.csvRecords;
exports.isEncoding = records.isEncoding;
exports.jsonRecords = records.jsonRecords;
exports.textLines = records.textLines;
exports.UnreadableFile = records.UnreadableFile;
