import { IsIn, JSONSchema } from '@percept/sdk/decorators';
import { Between } from '../intervals/between';
import { Points, SeasonLength, type TimeseriesPoint } from '../timeseries-input';

export const MODES = ['entire', 'last'] as const;

/** The options for judging each series. */
export class AnomaliesOptions {
  @JSONSchema({ description: '`entire` judges each point, `last` only the latest one: faster, for a series that grows.' })
  @IsIn([...MODES])
  mode: (typeof MODES)[number] = 'entire';

  @Between(0, 0.5, 'The part of usual points that may be reported. Of 1,000 points without any anomaly, 0.001 reports about one.')
  sensitivity = 0.001;

  @SeasonLength()
  season_length?: number;
}

export class AnomaliesInput extends AnomaliesOptions {
  @Points('The series, with at least two different values')
  data!: TimeseriesPoint[];
}
