import { definePlugin } from '@percept/sdk';
import { classification } from './classification';
import { decoders, detr } from './detr';
import { decoders as nanodetDecoders, nanodet } from './nanodet';
import { openPair, pair } from './pairs/two-towers';
import { textFinder, textReader } from './paddle-ocr';
import { ssd } from './ssd';
import { openTextClassifier, textClassification } from './text/classification';
import { openTextEmbedder, textEmbedding } from './text/embedding';
import { openTokenClassifier, tokenClassification } from './text/token-classification';
import { yolo } from './yolo';

/** Third-party networks that `percept models add` recognizes, and the decoders of their outputs. */
export default definePlugin({
  name: 'architectures',
  version: '1.0.0',
  decoders: { ...decoders, ...nanodetDecoders },
  tokenTasks: {
    'text-classification': openTextClassifier,
    'text-embedding': openTextEmbedder,
    'image-embedding': openPair,
    'token-classification': openTokenClassifier,
  },
  // The first architecture that recognizes a model counts.
  architectures: [
    pair,
    detr,
    ssd,
    nanodet,
    textReader,
    textFinder,
    yolo,
    textClassification,
    tokenClassification,
    textEmbedding,
    classification,
  ],
});
