export { openTextDetector } from './detector';
export { openTextOrientation } from './orientation';
export { openTextReader } from './reader';
