import type { RowPages } from './row-pages';

/** Settings of the service's operator for all outputs. */
export interface OutputSettings {
  /** Whether to escape texts that a spreadsheet would take for formulas, so that it shows them. */
  escapeFormulas: boolean;
}

/** A kind of file that a pipeline can write. A plugin brings it in `outputs`. */
export interface OutputFormat {
  /** The keyword in `outputs` that selects it. */
  readonly name: string;
  /** The usual ending of its files, with the dot. */
  readonly extension: string;
  /** The media type for downloads of its files, such as `text/csv; charset=utf-8`. */
  readonly mediaType: string;
  /** What the file holds, in one line, for editors and the documentation. */
  readonly description: string;
  /** The bytes of a file with these rows, part by part. The rows may be read more than once. */
  encode(rows: RowPages, settings: OutputSettings): AsyncIterable<Uint8Array>;
}
