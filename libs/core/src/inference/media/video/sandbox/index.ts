export { bounded, keepOnly } from './bounded';
export { findSandbox, type Sandbox } from './sandbox';
