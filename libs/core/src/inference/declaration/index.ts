export { DataFile, FILE_KEYWORD, fileFields } from './data-file';
export type { CollectedMatch, CollectionQuery } from './collection-query';
export { CelExpression, EXPRESSION_KEYWORD } from './expression';
export {
  type CallContext,
  type CapabilityDefinition,
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
export { ROWS_KEYWORD, type Row, type RowStream, Rows, readRowFile, rowsFields, setRowsAside } from './rows';
export { VideoInput } from './video-input';
export { DocumentInput } from './document-input';
