export { splitClauses } from './clauses';
export { readable, type Readable } from './readable';
export { splitSentences, type Stretch } from './sentences';
