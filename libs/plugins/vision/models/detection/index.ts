export { type Calibration, calibrationFrom } from './calibration';
export { type PeakDetector, openObjectDetector, withPeaks } from './detector';
export { sigmoid } from './logistic';
export { clampNumber } from './placing';
export { intersectionOverUnion } from './suppression';
