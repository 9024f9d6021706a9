export { csvSource } from './csv';
export { files } from './files/files';
export { items } from './items';
export { jsonl } from './jsonl';
export { urls } from './urls';
