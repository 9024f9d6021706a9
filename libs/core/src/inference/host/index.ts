export { type CallInput, type CallOptions, type CallResult, type HostStats, PluginHost, PostponedCall } from './host';
export { Runner } from './runner';
export { type HostFault, type HostOptions, startHost } from './start-host';
