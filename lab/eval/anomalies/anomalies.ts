import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Measurement } from '../../bench/runner/command';
import { ROOT } from '../../bench/service';
import { measureChangePoints } from './change-points';
import { measureKnownTruth } from './known-truth';
import { measureNab } from './nab';

const DEFAULT_FOLDER = resolve(ROOT, '..', 'shared', 'data', 'anomalies', 'nab');
const SENSITIVITY = 0.001;

export const anomalies: Measurement = {
  name: 'anomalies',
  summary: "NAB's score of predict.anomalies beside published detectors; recall by kind and false alarms on drawn series.",
  measure: async ({ quick, data = DEFAULT_FOLDER, say }) => {
    const parts = [measureKnownTruth(SENSITIVITY, quick), measureChangePoints(quick)];
    const drawn = {
      figures: Object.assign({}, ...parts.map(({ figures }) => figures)),
      tables: parts.flatMap(({ tables }) => tables),
    };
    if (!existsSync(join(data, 'windows.json'))) {
      say(`${data} has no windows.json of NAB: only drawn series are measured.`);
      return { name: 'anomalies', ratios: {}, ...drawn };
    }
    say('NAB …');
    const nab = measureNab(data, SENSITIVITY);
    return {
      name: 'anomalies',
      on: data,
      ratios: {},
      figures: { ...nab.figures, ...drawn.figures },
      tables: [...nab.tables, ...drawn.tables],
    };
  },
};
