'use strict';
const scratch = require('./percept')('scratch');
// One line for each name: Node finds the names for `import` in the text of this file.
exports.ScratchTables = scratch.ScratchTables;
