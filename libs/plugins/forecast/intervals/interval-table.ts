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
      shape: [0.2664, 0.3432, 0.4394, 0.568, 0.7782, 0.9951, 1.319, 1.639],
      rows: [
        { values: 3, factors: [4.253, 4.327, 4.75, 5.776, 6.348, 5.896, 4.681, 5.107] },
        { values: 4, factors: [6.752, 7.412, 8.839, 11.51, 16.79, 28.55, 40.25, 68.24] },
        { values: 5, factors: [2.673, 3.628, 4.114, 5.243, 5.792, 5.217, 3.979, 3.336] },
        { values: 6, factors: [2.041, 2.862, 3.499, 4.467, 5.07, 4.611, 3.563, 2.986] },
        { values: 8, factors: [2.255, 2.963, 3.575, 4.46, 4.729, 4.371, 3.435, 2.876] },
        { values: 12, factors: [1.867, 2.442, 2.925, 4.045, 4.045, 4.045, 4.045, 4.045] },
        { values: 17, factors: [3.32, 3.32, 3.32, 3.847, 3.493, 3.493, 3.493, 3.493] },
        { values: 24, factors: [2.372, 2.466, 2.738, 3.331, 3.112, 3.112, 3.112, 3.112] },
        { values: 34, factors: [2.54, 2.54, 2.554, 2.659, 2.101, 2.022, 2.199, 2.199] },
        { values: 48, factors: [2.153, 1.97, 2.044, 2.382, 2.183, 2.684, 2.846, 2.846] },
        { values: 68, factors: [2.097, 2.224, 2.013, 2.115, 1.856, 2, 2.152, 2.152] },
        { values: 96, factors: [2.281, 2.214, 2.472, 2.366, 2.212, 2.251, 2.474, 2.474] },
        { values: 220, factors: [1.308, 1.308, 1.308, 1.308, 1.308, 1.308, 1.308, 1.308] },
        { values: 400, factors: [1.816, 1.816, 1.816, 1.966, 1.762, 1.614, 1.614, 1.614] },
        { values: 800, factors: [1.772, 2.254, 1.868, 1.942, 1.748, 1.566, 0.9476, 0.5556] },
        { values: 1600, factors: [2.469, 2.469, 2.469, 2.347, 2.34, 2.533, 2.533, 2.533] },
      ],
    },
    seasonal: {
      shape: [0.2539, 0.3259, 0.415, 0.5405, 0.7459, 0.9626, 1.242, 1.47],
      rows: [
        { values: 17, factors: [4.531, 4.531, 4.531, 4.531, 4.531, 4.531, 4.531, 4.531] },
        { values: 24, factors: [3.117, 3.117, 3.117, 3.085, 3.294, 3.294, 3.294, 3.294] },
        { values: 34, factors: [3.109, 3.109, 3.109, 2.941, 2.848, 2.848, 2.848, 2.848] },
        { values: 48, factors: [2.62, 2.62, 2.62, 2.75, 2.624, 2.024, 2.494, 2.494] },
        { values: 68, factors: [3.602, 3.053, 2.581, 2.4, 2.185, 2.269, 2.322, 2.322] },
        { values: 96, factors: [2.905, 2.587, 2.621, 2.376, 2.276, 2.075, 2.08, 2.08] },
      ],
    },
    long: {
      shape: [0.1821, 0.2401, 0.3198, 0.4375, 0.6464, 0.8758, 1.206, 1.46],
      rows: [
        { values: 400, factors: [1.611, 1.611, 1.611, 2.134, 1.86, 1.639, 1.505, 1.325] },
        { values: 800, factors: [3.085, 2.33, 2.103, 2.001, 1.799, 1.686, 1.553, 1.369] },
        { values: 1600, factors: [3.277, 2.638, 2.304, 2.1, 1.927, 1.862, 1.862, 1.862] },
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
