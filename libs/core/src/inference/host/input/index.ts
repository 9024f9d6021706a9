export { BufferLease } from './buffer-lease';
export { checkBody } from './check-body';
