export { Condition } from './condition';
export type { Diagnostic } from './diagnostic';
export { Diagnostics, toInvalidPipeline } from './diagnostics';
export type { DocNode, YamlEntry } from './document';
export { Fields, plainValue } from './fields';
export { globMatcher } from './glob-matcher';
export {
  boolean,
  duration,
  integer,
  type Keyword,
  type Keywords,
  keywordsSchema,
  map,
  names,
  oneOf,
  readKeywords,
  required,
  text,
  value,
  type KeywordValues,
} from './keywords';
export { evaluateInTurns, evaluateTemplate, ROW_FILES, RowsRef, type Template } from './template';
export { type PropertySchema, NameCheck, objectSchema, type ValueSchema } from './value-schema';
