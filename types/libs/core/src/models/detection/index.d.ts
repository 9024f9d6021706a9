export { DETECTION_DECODERS } from './decoders';
export { openObjectDetector, withPeaks, type PeakDetector } from './detector';
export { calibrationFrom, type Calibration } from './calibration';
export type { Candidate } from './candidate';
export { sigmoid } from './logistic';
export { clamp } from './placing';
export { intersectionOverUnion } from './suppression';
