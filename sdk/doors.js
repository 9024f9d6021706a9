'use strict';
const doors = require('./percept')('doors');
// One line for each name: Node finds the names for `import` in the text of this file.
exports.BodyCredential = doors.BodyCredential;
exports.bearerKey = doors.bearerKey;
exports.defineDoor = doors.defineDoor;
exports.digestInTurns = doors.digestInTurns;
exports.headerKey = doors.headerKey;
exports.queryKey = doors.queryKey;
exports.readJsonBody = doors.readJsonBody;
