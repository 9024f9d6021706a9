export type { Diagnostic } from './diagnostic';
export { throwDiagnostics } from './diagnostics';
export { globMatcher } from './glob-matcher';
export { type JsonSchema, NameCheck } from './schema-shape';
export { ROW_FILES, RowsRef, type Template, evaluateTemplate } from './template';
