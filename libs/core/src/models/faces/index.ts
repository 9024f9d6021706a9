export { openExpressionReader } from './expression';
export { openFaceDetector } from './detector';
