/** A line with its place on the page, as the page is read. */
export interface PositionedLine<T> {
  line: T;
  /** Along the way that the page is read, and across it. */
  u: number;
  v: number;
  length: number;
  height: number;
}
