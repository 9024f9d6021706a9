export const CHANGE_KINDS = ['level', 'trend', 'variance', 'season'] as const;

export interface SeriesChange {
  /** The first value after the change. */
  at: number;
  kind: (typeof CHANGE_KINDS)[number];
  /** How often a series without changes shows such a change. */
  chance: number;
  /** Mean, slope per step, standard deviation of the noise, or spread of the season, before and after the change. */
  before: number;
  after: number;
}
