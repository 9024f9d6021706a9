export { openObjectDetector, withPeaks, type PeakDetector } from './detector';
export { sigmoid } from './logistic';
