export { AcceptsSecrets, secretFields } from './accepts-secrets';
export { Alias, aliasesFor } from './alias';
export { DataFile, FILE_KEYWORD, fileFields } from './data-file';
export type { CollectedMatch, CollectionQuery } from './collection-query';
export { CelExpression, EXPRESSION_KEYWORD } from './expression';
export {
  type CallContext,
  type CapabilityDefinition,
  type Class,
  type Handler,
  type CapabilityPlugin,
  type LoadedPlugin,
  type Progress,
  type Resolved,
  type SetupContext,
  capabilityPath,
  defineCapability,
} from './define';
export { ImageInput } from './image-input';
export { type MediaKind, acceptedMedia } from './media-kind';
export { describeSchema, show } from './phrase';
export { ROWS_KEYWORD, type Row, type RowStream, Rows, readRowFile, rowsFields, setRowsAside } from './rows';
export { type JsonSchema, toJsonSchema, nestedClass, toOutputSchema, toReferringSchema, withTime } from './schema';
export { VideoInput } from './video-input';
export { DocumentInput } from './document-input';
