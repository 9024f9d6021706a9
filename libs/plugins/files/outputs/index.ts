export { csvOutput } from './csv';
export { json } from './json';
export { jsonLines } from './json-lines';
export { zip } from './zip';
