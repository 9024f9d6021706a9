/** Among the periods of a grid, it says that the caller named the season, so that no other is tried. */
export const NO_SEASON = 1;

/** The regular times of a series. */
export interface TimeGrid {
  /** The position of each point on the grid, from 0, ascending. */
  positions: Float64Array;
  /** Possible lengths of a season in steps, the most likely first. */
  periods: number[];
  /** Wall clock time and UTC offset `k` steps after the last point. */
  after(k: number): { wall: number; offset: number };
}
