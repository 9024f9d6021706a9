'use strict';
const models = require('./percept')('models');
// One line for each name: Node finds the names for `import` in the text of this file.
exports.acceptFile = models.acceptFile;
exports.decoderNames = models.decoderNames;
exports.defineModelTask = models.defineModelTask;
exports.digestOf = models.digestOf;
exports.findDecoder = models.findDecoder;
exports.frameFor = models.frameFor;
exports.framePixels = models.framePixels;
exports.HALVES = models.HALVES;
exports.identifyModel = models.identifyModel;
exports.imageToTensor = models.imageToTensor;
exports.modelOutputs = models.modelOutputs;
exports.portsFor = models.portsFor;
exports.sizeOf = models.sizeOf;
exports.untimed = models.untimed;
