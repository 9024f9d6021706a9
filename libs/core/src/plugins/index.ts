export { AliasOf } from './alias';
export { capabilityPath, defineCapability, definePlugin } from './define';
export type { CallContext, CapabilityDefinition, Class, Handler, PluginDefinition, Resolved, SetupContext } from './define';
export type { CallInput, CallOptions, CallResult, HostStats } from './host';
export { PluginHost } from './host';
export { ImageInput } from './image-input';
export { Runner } from './runner';
export { jsonSchemaOf, outputSchemaOf, type JsonSchema } from './schema';
export { startHost, type HostFault, type HostOptions } from './start-host';
