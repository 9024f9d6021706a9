export { softmax } from './plain';
