'use strict';
const pipelines = require('./percept')('pipelines');
// One line for each name: Node finds the names for `import` in the text of this file.
exports.boolean = pipelines.boolean;
exports.defineItemSource = pipelines.defineItemSource;
exports.defineOperation = pipelines.defineOperation;
exports.defineOutputFormat = pipelines.defineOutputFormat;
exports.defineTriggerSource = pipelines.defineTriggerSource;
exports.duration = pipelines.duration;
exports.evaluateTemplate = pipelines.evaluateTemplate;
exports.integer = pipelines.integer;
exports.objectSchema = pipelines.objectSchema;
exports.oneOf = pipelines.oneOf;
exports.required = pipelines.required;
exports.text = pipelines.text;
exports.value = pipelines.value;
