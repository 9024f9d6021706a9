'use strict';
const models = require('./percept')('models');
// One line for each name: Node finds the names for `import` in the text of this file.
exports.BACKGROUND_TEXTS = models.BACKGROUND_TEXTS;
exports.defineModelTask = models.defineModelTask;
exports.identifyModel = models.identifyModel;
exports.inReadingOrder = models.inReadingOrder;
exports.openImageEmbedder = models.openImageEmbedder;
