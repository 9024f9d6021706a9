import type { NearModel } from './members/holt-winters';
import type { Season } from './season/season';

/** Parameters of the members, and the chosen Holt-Winters model. */
export interface EarlierFit {
  damped?: readonly number[];
  dynamicTheta?: readonly number[];
  complex?: readonly number[];
  winters?: NearModel;
}

/** A fitted series, ready to forecast. */
export interface Fitted {
  /** The interval that holds the values with a given probability. Only for rare demand, whose errors do not give an interval. */
  band?: (level: number) => { lower: number; upper: number };
  /** Names of the members that were combined. */
  algorithm: string;
  /** How many values the model was fitted to. */
  values: number;
  /** 1 if no season was found. */
  period: number;
  /** Standard deviation of the one-step errors on the history, corrected for degrees of freedom. */
  sigma: number;
  /** The model's own standard error of each of the next values: chance, and how far the members differ. */
  errors: (horizon: number) => Float64Array;
  forecast: (horizon: number) => Float64Array;
  /** The fitted parameters, which speed up fitting nearly the same values. */
  near?: EarlierFit;
  /** The season that was removed before fitting. */
  season?: Season;
  /** Whether the logarithms were fitted. */
  byFactors?: boolean;
  /** The forecast without its season. */
  level: (horizon: number) => Float64Array;
}
