import type { RowPages } from './row-pages';

/** What the operator of the service decides for all outputs. */
export interface OutputSettings {
  /** Whether texts that a spreadsheet would take for formulas are written so that it shows them. */
  escapeFormulas: boolean;
}

/** A kind of file that a pipeline can write. A new one is a file in this folder and a line in `output-formats.ts`. */
export interface OutputFormat {
  /** What the file holds, in one line, for editors and the documentation. */
  readonly description: string;
  /** The bytes of a file with these rows, part by part. The rows may be read more than once. */
  encode(rows: RowPages, settings: OutputSettings): AsyncIterable<Uint8Array>;
}
