export { openImageClassifier } from './classifier';
export { softmax } from './plain';
