import { toJsonSchema, type RowStream, Rows } from '@percept/sdk';
import {
  IsArray,
  IsBoolean,
  IsInt,
  IsOptional,
  JSONSchema,
  IsListOf,
  IsNested,
  IsIn,
  IsString,
  Min,
} from '@percept/sdk/decorators';
import { AnomaliesOptions } from '../anomalies/anomalies-input';
import { AnomalyModelInfo, JudgedPoint } from '../anomalies/anomalies-output';
import { ChangepointsOptions } from '../changepoints/changepoints-input';
import { Changepoint, ChangepointModelInfo } from '../changepoints/changepoints-output';
import { Regressor } from '../drivers/drivers-input';
import { TimeseriesOptions, TimeseriesPoint } from '../timeseries-input';
import { ForecastModelInfo, Prediction } from '../timeseries-output';

type Class = Parameters<typeof toJsonSchema>[0];

/** A list of series, or a stream in a pipeline. A class describes each series, and `answerEach` checks it. */
const SeriesRows = (description: string, type: Class): PropertyDecorator => Rows(description, () => type);

const SERIES_SENT =
  'The series, at most 10,000 in one call: each with an `id` of its own. A pipeline streams any number of them.';
const SERIES_ANSWERED = 'The answers, in the order of the series: each with its `id`, and with `error` where it was refused.';

class SeriesId {
  @JSONSchema({ description: 'Tells the series apart.' })
  @IsString()
  id!: string;
}

class SeriesError {
  @JSONSchema({ description: 'The code, as of errors of a whole call.' })
  @IsIn(['INVALID_REQUEST'])
  code!: string;

  @JSONSchema({ description: 'What is wrong, and how to fix it.' })
  @IsString()
  message!: string;

  @JSONSchema({ description: 'The field of the series.' })
  @IsString()
  @IsOptional()
  field?: string;
}

class SeriesCounts {
  @JSONSchema({ description: 'Number of series that were answered.' })
  @IsInt()
  @Min(0)
  series_answered!: number;

  @JSONSchema({ description: 'Number of series that were refused.' })
  @IsInt()
  @Min(0)
  series_failed!: number;
}

class SentSeries extends SeriesId {
  @JSONSchema({ description: 'Its points, in any order: 3 to 100,000.', items: toJsonSchema(TimeseriesPoint) as never })
  @IsArray()
  data!: { timestamp: string; value: number }[];
}

class SentForForecast extends SentSeries {
  @JSONSchema({ description: 'What its values depend on.' })
  @IsListOf(() => Regressor)
  @IsOptional()
  regressors?: Regressor[];
}

class AnsweredSeries extends SeriesId {
  @JSONSchema({ description: 'Why the series was refused.' })
  @IsNested(() => SeriesError)
  @IsOptional()
  error?: SeriesError;
}

class ForecastOfSeries extends AnsweredSeries {
  @JSONSchema({ description: 'Its future periods.' })
  @IsListOf(() => Prediction)
  @IsOptional()
  predictions?: Prediction[];

  @JSONSchema({ description: 'How its forecast was made.' })
  @IsNested(() => ForecastModelInfo)
  @IsOptional()
  model_info?: ForecastModelInfo;
}

class AnomaliesOfSeries extends AnsweredSeries {
  @JSONSchema({ description: 'Its judged points.' })
  @IsListOf(() => JudgedPoint)
  @IsOptional()
  points?: JudgedPoint[];

  @JSONSchema({ description: 'Number of anomalies among all of its points.' })
  @IsInt()
  @IsOptional()
  total_anomalies?: number;

  @JSONSchema({ description: 'How its points were judged.' })
  @IsNested(() => AnomalyModelInfo)
  @IsOptional()
  model_info?: AnomalyModelInfo;
}

class ChangepointsOfSeries extends AnsweredSeries {
  @JSONSchema({ description: 'Its changes.' })
  @IsListOf(() => Changepoint)
  @IsOptional()
  changepoints?: Changepoint[];

  @JSONSchema({ description: 'How they were found.' })
  @IsNested(() => ChangepointModelInfo)
  @IsOptional()
  model_info?: ChangepointModelInfo;
}

export class ManyTimeseriesInput extends TimeseriesOptions {
  @SeriesRows(SERIES_SENT, SentForForecast)
  series!: RowStream;
}

export class ManyTimeseriesOutput extends SeriesCounts {
  @SeriesRows(SERIES_ANSWERED, ForecastOfSeries)
  series!: RowStream;
}

export class ManyAnomaliesInput extends AnomaliesOptions {
  @SeriesRows(SERIES_SENT, SentSeries)
  series!: RowStream;

  @JSONSchema({ description: 'Whether only anomalies are among the points.' })
  @IsBoolean()
  @IsOptional()
  anomalies_only = false;
}

export class ManyAnomaliesOutput extends SeriesCounts {
  @SeriesRows(SERIES_ANSWERED, AnomaliesOfSeries)
  series!: RowStream;
}

export class ManyChangepointsInput extends ChangepointsOptions {
  @SeriesRows(SERIES_SENT, SentSeries)
  series!: RowStream;
}

export class ManyChangepointsOutput extends SeriesCounts {
  @SeriesRows(SERIES_ANSWERED, ChangepointsOfSeries)
  series!: RowStream;
}
