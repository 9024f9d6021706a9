import { definePlugin } from '@percept/sdk';
import { openImageClassifier } from './classification/classifier';
import { DETECTION_DECODERS } from './detection/decoders';
import { openObjectDetector } from './detection/detector';
import { openImageEmbedder } from './embedding/embedder';
import { openFaceDetector } from './faces/detector';
import { openFaceEmbedder } from './faces/embedding';
import { openExpressionReader } from './faces/expression';
import { openPoseEstimator } from './poses/movenet';
import { openTextDetector } from './text/detector';
import { openTextOrientation } from './text/orientation';
import { openTextReader } from './text/reader';
import { openTextRereader } from './text/rereading/rereader';

/** The models that see: what each network gets of an image, and what its outputs mean. */
export default definePlugin({
  name: 'vision-models',
  version: '1.0.0',
  decoders: DETECTION_DECODERS,
  modelTasks: {
    'image-classification': openImageClassifier,
    'image-embedding': openImageEmbedder,
    'object-detection': openObjectDetector,
    'face-detection': openFaceDetector,
    'facial-expression': openExpressionReader,
    'face-embedding': openFaceEmbedder,
    'pose-estimation': openPoseEstimator,
    'text-detection': openTextDetector,
    'text-orientation': openTextOrientation,
    'text-recognition': openTextReader,
    'text-rereading': openTextRereader,
  },
});
