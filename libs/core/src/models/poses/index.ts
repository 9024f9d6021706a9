export { openPoseEstimator } from './movenet';
