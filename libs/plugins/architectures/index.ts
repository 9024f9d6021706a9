import { definePlugin } from '@percept/sdk';
import { classification } from './classification';
import { detrDecoders, detr } from './detr';
import { nanodetDecoders, nanodet } from './nanodet';
import { openPair, pair } from './pairs/two-towers';
import { textFinder, textReader } from './paddle-ocr';
import { ssd } from './ssd';
import { openTransformerClassifier, textClassification } from './text/classification';
import { openTransformerEmbedder, textEmbedding } from './text/embedding';
import { openTokenClassifier, tokenClassification } from './text/token-classification';
import { yolo } from './yolo';

/** Third-party networks that `percept models add` recognizes, and the decoders of their outputs. */
export default definePlugin({
  name: 'architectures',
  version: '1.0.0',
  decoders: { ...detrDecoders, ...nanodetDecoders },
  tokenTasks: {
    'text-classification': openTransformerClassifier,
    'text-embedding': openTransformerEmbedder,
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
