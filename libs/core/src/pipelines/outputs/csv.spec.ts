import { parse } from 'csv-parse/sync';
import { csv } from './csv';
import { outputFormatContract } from './output-format.contract';

/** An empty cell stands for a column that the row does not have, and for an empty text. */
outputFormatContract('csv', csv, (bytes) => parse(bytes, { columns: true }));
