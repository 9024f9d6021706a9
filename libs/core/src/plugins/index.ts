export { checkBody } from './check-body';
export { loadPlugins, type Lent, type LoadedPlugins } from './load';
export type { Admission, PluginSource } from './plugin-source';
export { probePlugins, type ProbeOptions } from './probe';
export { AliasOf } from './alias';
export { capabilityPath, defineCapability, definePlugin } from './define';
export type {
  CallContext,
  CapabilityDefinition,
  Class,
  Handler,
  PluginDefinition,
  Progress,
  Resolved,
  SetupContext,
} from './define';
export type { CallInput, CallOptions, CallResult, HostStats } from './host';
export { PluginHost, Postponed } from './host';
export { Loan } from './loan';
export { ImageInput } from './image-input';
export { mediaOf, type MediaKind } from './media-kind';
export { VideoInput } from './video-input';
export { readRowFile, ROWS_KEYWORD, Rows, rowFields, type Row, type RowStream } from './rows';
export { Runner } from './runner';
export { jsonSchemaOf, outputSchemaOf, type JsonSchema } from './schema';
export { startHost, type HostFault, type HostOptions } from './start-host';
