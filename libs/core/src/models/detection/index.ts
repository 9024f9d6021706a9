export { openObjectDetector } from './detector';
