export { type Calibration, calibrationFrom } from './calibration';
export type { Candidate } from './candidate';
export type { DecodeOptions, DetectionDecoder } from './decoder';
export { decoderNames, detectionDecoder, registerDecoder } from './decoders';
export { type PeakDetector, openObjectDetector, withPeaks } from './detector';
export { sigmoid } from './logistic';
export { clamp } from './placing';
export { intersectionOverUnion } from './suppression';
