import { csv } from './csv';
import { json } from './json';
import { jsonLines } from './json-lines';
import type { OutputFormat } from './output-format';

/** The formats by the keyword that selects them in `outputs`. */
export const OUTPUT_FORMATS = { jsonl: jsonLines, csv, json } satisfies Record<string, OutputFormat>;

export type OutputFormatName = keyof typeof OUTPUT_FORMATS;

export const OUTPUT_FORMAT_NAMES = Object.keys(OUTPUT_FORMATS) as OutputFormatName[];
