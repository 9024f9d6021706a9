export { bounded } from './bounded';
export { findSandbox, type Sandbox } from './sandbox';
