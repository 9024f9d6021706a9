export const CHANGE_KINDS = ['level', 'trend', 'variance', 'season'] as const;

export interface Change {
  /** The first value after it. */
  at: number;
  kind: (typeof CHANGE_KINDS)[number];
  /** How often a series without changes shows one like it. */
  chance: number;
  /** Mean, slope by step, standard deviation of the noise, or spread of the season, before and after it. */
  before: number;
  after: number;
}
