'use strict';
const sdk = require('./percept')('index');
// One line for each name: Node finds the names for `import` in the text of this file.
exports.AcceptsSecrets = sdk.AcceptsSecrets;
exports.Alias = sdk.Alias;
exports.CelExpression = sdk.CelExpression;
exports.DataFile = sdk.DataFile;
exports.defineCapability = sdk.defineCapability;
exports.definePlugin = sdk.definePlugin;
exports.IMAGE_FORMATS = sdk.IMAGE_FORMATS;
exports.ImageInput = sdk.ImageInput;
exports.PerceptError = sdk.PerceptError;
exports.Rows = sdk.Rows;
exports.suggest = sdk.suggest;
exports.toJsonSchema = sdk.toJsonSchema;
exports.VideoInput = sdk.VideoInput;
