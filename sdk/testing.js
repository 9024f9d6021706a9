'use strict';
const testing = require('./percept')('testing');
// One line for each name: Node finds the names for `import` in the text of this file.
exports.capabilityPath = testing.capabilityPath;
exports.openTestImage = testing.openTestImage;
exports.runCapability = testing.runCapability;
exports.toOutputSchema = testing.toOutputSchema;
exports.itemSourceContract = testing.itemSourceContract;
exports.modelTaskContract = testing.modelTaskContract;
exports.operationContract = testing.operationContract;
exports.outputFormatContract = testing.outputFormatContract;
exports.triggerSourceContract = testing.triggerSourceContract;
exports.answerOfDoor = testing.answerOfDoor;
exports.doorContract = testing.doorContract;
