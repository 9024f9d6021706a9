import { RowsTable } from '../parts/rows-table';
import type { ForecastAnswer } from './forecast-words';

type Prediction = ForecastAnswer['predictions'][number];

const shown = (value: number): string => value.toLocaleString('en', { maximumSignificantDigits: 5 });

/** The components of each prediction. */
export function ForecastParts({ predictions }: Pick<ForecastAnswer, 'predictions'>) {
  const names = Object.keys(predictions[0]?.parts.regressors ?? {});
  const columns = [
    { head: 'Time', cell: ({ timestamp }: Prediction) => timestamp },
    { head: 'Prediction', cell: (each: Prediction) => shown(each.predicted_value) },
    { head: 'Interval', cell: (each: Prediction) => `${shown(each.lower_bound)} to ${shown(each.upper_bound)}` },
    { head: 'Level', cell: ({ parts }: Prediction) => shown(parts.level) },
    { head: 'Season', cell: ({ parts }: Prediction) => shown(parts.season) },
    ...names.map((name) => ({ head: name, cell: ({ parts }: Prediction) => shown(parts.regressors[name] ?? 0) })),
  ];
  return <RowsTable label="Parts of the forecast" rows={predictions} columns={columns} keyOf={({ timestamp }) => timestamp} />;
}
