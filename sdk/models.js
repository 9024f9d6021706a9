'use strict';
const models = require('./percept')('models');
// One line for each name: Node finds the names for `import` in the text of this file.
exports.acceptFile = models.acceptFile;
exports.computeFileDigest = models.computeFileDigest;
exports.decoderNames = models.decoderNames;
exports.defineModelTask = models.defineModelTask;
exports.findDecoder = models.findDecoder;
exports.frameFor = models.frameFor;
exports.framePixels = models.framePixels;
exports.HALVES = models.HALVES;
exports.identifyModel = models.identifyModel;
exports.imageToTensor = models.imageToTensor;
exports.modelOutputs = models.modelOutputs;
exports.portsFor = models.portsFor;
exports.readFileSize = models.readFileSize;
exports.untimed = models.untimed;
