import type { NearModel } from './members/holt-winters';
import type { Season } from './season/season';

/** Parameters of the members, and the model of Holt and Winters that was chosen. */
export interface Near {
  damped?: readonly number[];
  dynamicTheta?: readonly number[];
  complex?: readonly number[];
  winters?: NearModel;
}

/** A series fitted, ready to be asked for what comes next. */
export interface Fitted {
  /** Where the values lie with a probability, if the errors do not say it: of rare demand. */
  band?: (level: number) => { lower: number; upper: number };
  /** Names of the members that were combined. */
  algorithm: string;
  /** How many values it was fitted to. */
  values: number;
  /** 1 if no season was found. */
  period: number;
  /** Standard deviation of the one-step errors on the history, degrees of freedom taken off. */
  sigma: number;
  /** The standard error of each of the next values by the model's own account: chance, and how far the members are apart. */
  errors: (horizon: number) => Float64Array;
  forecast: (horizon: number) => Float64Array;
  /** What was found: nearly the same values are fitted faster with it. */
  near?: Near;
  /** What was taken off before fitting. */
  season?: Season;
  /** Whether the logarithms were fitted. */
  byFactors?: boolean;
  /** The same with the season taken off. */
  level: (horizon: number) => Float64Array;
}
