'use strict';
const expressions = require('./percept')('expressions');
// One line for each name: Node finds the names for `import` in the text of this file.
exports.compile = expressions.compile;
exports.ExpressionError = expressions.ExpressionError;
