import { defineCapability, type Row } from '@percept/sdk';
import { IsBoolean, IsIn, IsInt, IsOptional, JSONSchema, Max, Min } from '@percept/sdk/decorators';
import { judgePoints } from '../forecast/anomalies/anomalies';
import { MODES } from '../forecast/anomalies/anomalies-input';
import { Between } from '../forecast/intervals/between';
import { answerFor } from '../forecast/timeseries-answer';
import { SeasonLength } from '../forecast/timeseries-input';
import { GroupedRows, type Group } from './groups';
import { SeriesRowsInput, SeriesRowsOutput } from './series-input';

class TableAnomaliesInput extends SeriesRowsInput {
  @JSONSchema({ description: '`entire` judges each point, `last` only the latest one of each series.' })
  @IsIn([...MODES])
  mode: (typeof MODES)[number] = 'entire';

  @Between(0, 0.5, 'The part of usual points that may be reported.')
  sensitivity = 0.001;

  @SeasonLength()
  season_length?: number;

  @JSONSchema({ description: 'Whether only anomalies become rows.' })
  @IsBoolean()
  anomalies_only = false;
}

class TableForecastInput extends SeriesRowsInput {
  @JSONSchema({ description: 'The number of future periods to predict for each series.' })
  @IsInt()
  @Min(1)
  @Max(10_000)
  periods!: number;

  @SeasonLength()
  season_length?: number;

  @Between(0.5, 1, 'Probability that a value lies within its interval.')
  confidence_interval = 0.95;

  @JSONSchema({ description: 'Whether the forecasts stay at 0 or above.' })
  @IsBoolean()
  @IsOptional()
  non_negative?: boolean;

  @JSONSchema({ description: 'Whether the forecasts are whole numbers.' })
  @IsBoolean()
  @IsOptional()
  integer?: boolean;
}

const exampleRows = Array.from({ length: 12 }, (_, i) => ({
  shop: i % 2 ? 'north' : 'south',
  timestamp: `2026-01-0${1 + (i >> 1)}`,
  value: 20 + ((i * 7) % 5),
}));

async function answerOf(input: SeriesRowsInput, signal: AbortSignal, answer: (group: Group) => Row[]): Promise<SeriesRowsOutput> {
  const grouped = new GroupedRows(input, answer);
  const rows = await grouped.open(signal);
  return {
    rows,
    rows_read: grouped.rowsRead,
    get groups() {
      return grouped.groups;
    },
    get groups_skipped() {
      return grouped.groupsSkipped;
    },
    skipped: grouped.reasons,
  };
}

export const tableAnomalies = defineCapability({
  id: 'table.anomalies',
  operation: 'detectAnomaliesInRows',
  summary: 'Finds the unusual points of many series of a table.',
  description:
    'Judges each series as `predict.anomalies` does; the rows have the fields of its points. Only one series is in memory ' +
    'at a time.',
  input: TableAnomaliesInput,
  output: SeriesRowsOutput,
  deterministic: true,
  examples: [{ rows: exampleRows, by: ['shop'], mode: 'last' }],

  setup() {
    return ({ mode, sensitivity, season_length, anomalies_only, ...input }, { signal }) =>
      answerOf(input, signal, ({ data }) => {
        const { points } = judgePoints({ data, mode, sensitivity, season_length });
        return points.filter(({ is_anomaly }) => is_anomaly || !anomalies_only).map((point) => ({ ...point }));
      });
  },
});

export const tableForecast = defineCapability({
  id: 'table.forecast',
  operation: 'forecastRows',
  summary: 'Forecasts many series of a table.',
  description:
    'Forecasts each series as `predict.timeseries` does; the rows have the fields of its predictions. Only one series is in ' +
    'memory at a time.',
  input: TableForecastInput,
  output: SeriesRowsOutput,
  deterministic: true,
  examples: [{ rows: exampleRows, by: ['shop'], periods: 2 }],

  setup() {
    return ({ periods, season_length, confidence_interval, non_negative, integer, ...input }, { signal }) =>
      answerOf(input, signal, ({ data }) => {
        const { predictions } = answerFor({ data, periods, season_length, confidence_interval, non_negative, integer });
        return predictions.map((each) => ({ ...each }));
      });
  },
});
