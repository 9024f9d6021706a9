export { clausesOf } from './clauses';
export { readable, type Readable } from './readable';
export { sentencesOf, type Stretch } from './sentences';
