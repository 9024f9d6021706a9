// Made by tools/fit-intervals.ts: see there for the data. Not to be edited.
export interface IntervalRow {
  /** Length of the history. */
  values: number;
  /** For each horizon: half the width of a 95 % interval in standard errors of the model. */
  factors: readonly number[];
}

export interface IntervalClassTable {
  /** For each level: the part of the calibrated error that holds it. */
  shape: readonly number[];
  rows: readonly IntervalRow[];
}

export const INTERVAL_TABLE: {
  levels: readonly number[];
  horizons: readonly number[];
  classes: Record<'plain' | 'seasonal' | 'long', IntervalClassTable>;
} = {
  levels: [0.5, 0.6, 0.7, 0.8, 0.9, 0.95, 0.98, 0.99],
  horizons: [1, 2, 3, 5, 8, 12, 18, 32],
  classes: {
    plain: {
      shape: [0.2632, 0.3409, 0.4323, 0.5608, 0.7778, 0.9887, 1.366, 1.781],
      rows: [
        { values: 3, factors: [4.253, 4.327, 4.75, 5.776, 6.348, 5.896, 4.681, 5.107] },
        { values: 4, factors: [6.752, 7.412, 8.839, 11.51, 16.79, 28.55, 40.25, 68.24] },
        { values: 5, factors: [2.909, 4.438, 5.804, 8.969, 12.24, 17.89, 21.17, 33.91] },
        { values: 6, factors: [2.151, 3.231, 4.291, 6.394, 8.349, 10.53, 12.1, 19.43] },
        { values: 8, factors: [2.413, 3.332, 4.286, 5.987, 7.549, 8.949, 10.01, 14.41] },
        { values: 12, factors: [2.192, 2.795, 3.602, 4.646, 4.646, 4.646, 4.646, 4.646] },
        { values: 17, factors: [3.647, 3.647, 3.647, 4.184, 4.184, 4.184, 4.184, 4.184] },
        { values: 24, factors: [2.88, 3.027, 3.912, 4.297, 3.638, 3.638, 3.638, 3.638] },
        { values: 34, factors: [2.947, 3.023, 3.14, 3.199, 2.276, 2.183, 2.556, 2.556] },
        { values: 48, factors: [1.823, 1.841, 2.028, 2.472, 2.315, 2.967, 2.967, 2.967] },
        { values: 68, factors: [2.036, 2.291, 2.089, 2.221, 1.945, 2.111, 2.472, 2.472] },
        { values: 96, factors: [2.6, 2.592, 2.745, 2.593, 2.408, 2.524, 2.811, 2.811] },
        { values: 400, factors: [2.078, 2.078, 2.078, 2.078, 2.078, 1.868, 1.868, 1.868] },
        { values: 800, factors: [1.764, 1.764, 1.764, 1.764, 1.764, 1.454, 1.454, 1.388] },
        { values: 1600, factors: [3.425, 3.425, 3.425, 3.425, 3.425, 3.425, 3.425, 3.425] },
      ],
    },
    seasonal: {
      shape: [0.2606, 0.3338, 0.4273, 0.5567, 0.7694, 0.9891, 1.301, 1.55],
      rows: [
        { values: 17, factors: [4.089, 4.089, 4.089, 4.406, 4.802, 4.802, 4.802, 4.802] },
        { values: 24, factors: [3.397, 3.061, 3.188, 3.572, 3.881, 3.881, 3.881, 3.881] },
        { values: 34, factors: [3.171, 3.359, 3.027, 2.961, 2.95, 2.95, 2.95, 2.95] },
        { values: 48, factors: [2.893, 2.913, 2.478, 2.789, 2.598, 2.25, 2.637, 2.637] },
        { values: 68, factors: [2.716, 2.851, 2.395, 2.463, 2.307, 2.449, 2.494, 2.494] },
        { values: 96, factors: [2.704, 2.601, 2.676, 2.509, 2.425, 2.315, 2.4, 2.4] },
      ],
    },
    long: {
      shape: [0.1868, 0.2479, 0.3284, 0.4454, 0.6572, 0.8943, 1.254, 1.592],
      rows: [
        { values: 400, factors: [1.547, 1.547, 1.547, 1.651, 1.622, 1.518, 1.51, 1.305] },
        { values: 800, factors: [2.878, 2.277, 2.123, 2, 1.838, 1.709, 1.457, 1.361] },
        { values: 1600, factors: [3.155, 2.742, 2.773, 2.158, 2.259, 2.097, 2.097, 2.097] },
      ],
    },
  },
};

/** What the factors were fitted to: an evaluation on the same targets says nothing, and is refused. */
export const FITTED_ON: readonly { set: string; part: string; targets: string }[] = [
  {
    set: 'm3_yearly',
    part: 'ends of the histories',
    targets: '411bf0424b397e399a6b8f17974fabcd76961d8782dd4e12e4feaaa41527b976',
  },
  {
    set: 'm3_quarterly',
    part: 'ends of the histories',
    targets: 'f0f34341890581014aed992346ab67d906cfa699a85759f128a27daf469d3f25',
  },
  {
    set: 'm3_monthly',
    part: 'ends of the histories',
    targets: 'e90032f23d081588cabc161888d5fd053421b3027ff9367fac0da20650b13ba4',
  },
  { set: 'm3_other', part: 'ends of the histories', targets: '092d5d1dcb4a650543380f9606a52ed28aadf2a8e4cf27e0f4a2af991e1a62f3' },
  {
    set: 'm4_weekly',
    part: 'ends of the histories',
    targets: '9fd313c46a67d92a90b31832ebda43b804bb3895798b3f34e32777c744a67c51',
  },
  {
    set: 'm4_hourly',
    part: 'ends of the histories',
    targets: '3f13f16c468382082839f0a222c735099cca48320475af9e18c3d60ef8ee78ea',
  },
];
