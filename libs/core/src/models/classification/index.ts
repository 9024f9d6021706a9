export { openImageClassifier } from './classifier';
