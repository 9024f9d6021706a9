/** A mistake in a pipeline, found before anything runs. Lines and columns count from 1. */
export interface Diagnostic {
  file: string;
  line: number;
  column: number;
  /** What is wrong, how to mend it, and the nearest known name where there is one. */
  message: string;
}
