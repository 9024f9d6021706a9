import { definePlugin } from '@percept/sdk';
import { openTaughtClassifier } from './classification/classifier';
import { openTextEmbedder } from './embedding/embedder';

/** The models of texts that come with Percept, or are taught on it. */
export default definePlugin({
  name: 'text-models',
  version: '1.0.0',
  modelTasks: { 'text-embedding': openTextEmbedder, 'text-classification': openTaughtClassifier },
});
