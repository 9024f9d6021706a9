export { capabilityPath, defineCapability, definePlugin } from './define';
export type { CallContext, CapabilityDefinition, Class, Handler, PluginDefinition, Resolved, SetupContext } from './define';
export type { CallInput, CallOptions, CallResult, HostStats } from './host';
export { PluginHost } from './host';
export { ImageInput } from './image-input';
