export { limitedCommand, keepOnly } from './bounded';
export { describeSandbox, findSandbox, inSandbox, weakerSandbox, type Sandbox } from './sandbox';
