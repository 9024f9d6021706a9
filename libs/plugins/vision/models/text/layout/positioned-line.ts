/** A line with its place on the page. */
export interface PositionedLine<T> {
  line: T;
  /** Position along the reading direction of the page, and across it. */
  u: number;
  v: number;
  length: number;
  height: number;
}
