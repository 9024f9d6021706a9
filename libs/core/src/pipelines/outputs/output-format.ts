import type { RowPages } from './row-pages';

/** What the operator of the service decides for all outputs. */
export interface OutputSettings {
  /** Whether texts that a spreadsheet would take for formulas are written so that it shows them. */
  escapeFormulas: boolean;
}

/** A kind of file that a pipeline can write. A plugin brings it in `outputs`. */
export interface OutputFormat {
  /** The keyword in `outputs` that selects it. */
  readonly name: string;
  /** The usual ending of its files, with the dot. */
  readonly extension: string;
  /** The type with which a file of it is downloaded, such as `text/csv; charset=utf-8`. */
  readonly mediaType: string;
  /** What the file holds, in one line, for editors and the documentation. */
  readonly description: string;
  /** The bytes of a file with these rows, part by part. The rows may be read more than once. */
  encode(rows: RowPages, settings: OutputSettings): AsyncIterable<Uint8Array>;
}
