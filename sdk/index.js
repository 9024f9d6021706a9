'use strict';
const sdk = require('./percept')('index');
// One line for each name: Node finds the names for `import` in the text of this file.
exports.AcceptsSecrets = sdk.AcceptsSecrets;
exports.Alias = sdk.Alias;
exports.CelExpression = sdk.CelExpression;
exports.DataFile = sdk.DataFile;
exports.defineCapability = sdk.defineCapability;
exports.definePlugin = sdk.definePlugin;
exports.encodeImage = sdk.encodeImage;
exports.IMAGE_FORMATS = sdk.IMAGE_FORMATS;
exports.ImageInput = sdk.ImageInput;
exports.parseJson = sdk.parseJson;
exports.PerceptError = sdk.PerceptError;
exports.Rows = sdk.Rows;
exports.suggest = sdk.suggest;
exports.toJson = sdk.toJson;
exports.toJsonSchema = sdk.toJsonSchema;
exports.VideoInput = sdk.VideoInput;
