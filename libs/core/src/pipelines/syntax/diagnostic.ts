/** A mistake in a pipeline, found before anything runs. Lines and columns count from 1. */
export interface Diagnostic {
  file: string;
  line: number;
  column: number;
  /** What is wrong, how to fix it, and the nearest known name if there is one. */
  message: string;
}
