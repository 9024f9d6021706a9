export { callHere } from './call-here';
export {
  type CallInput,
  type CallOptions,
  type CallResult,
  type HostStats,
  type InferenceCall,
  type InferenceResult,
  PluginHost,
  PostponedCall,
  type UploadedMedia,
} from './host';
export { completed } from './completion';
export { Runner } from './runner';
export type { HostFault, HostOptions } from './host-options';
export { startHost } from './threaded-host';
