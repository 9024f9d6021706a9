import {
  IsBoolean,
  IsIn,
  IsInt,
  IsNumber,
  IsObject,
  IsOptional,
  IsString,
  Max,
  Min,
  JSONSchema,
  IsListOf,
  IsNested,
} from '@percept/sdk/decorators';
import { Bounds } from './timeseries-input';

class QuantileValue {
  @JSONSchema({ description: 'The part of values that lie below.' })
  @IsNumber()
  quantile!: number;

  @JSONSchema({ description: 'The value.' })
  @IsNumber()
  value!: number;
}

class PredictionParts {
  @JSONSchema({ description: 'Level and trend.' })
  @IsNumber()
  level!: number;

  @JSONSchema({ description: 'What the season adds.' })
  @IsNumber()
  season!: number;

  @JSONSchema({ description: 'What a holiday adds.' })
  @IsNumber()
  holidays!: number;

  @JSONSchema({ description: 'What each regressor adds, by name.', additionalProperties: { type: 'number' } })
  @IsObject()
  regressors!: Record<string, number>;

  @JSONSchema({ description: 'What bounds and whole numbers add.' })
  @IsNumber()
  limits!: number;
}

class HolidayEffect {
  @JSONSchema({ description: 'The name of the days.' })
  @IsString()
  name!: string;

  @JSONSchema({
    description: 'What they do: a part of the usual value (−0.4 is 40 % less), or a difference for series with negative values.',
  })
  @IsNumber()
  effect!: number;

  @JSONSchema({ description: 'Number of such days in the history.' })
  @IsInt()
  days!: number;
}

class RegressorEffect {
  @JSONSchema({ description: 'The name of the regressor.' })
  @IsString()
  name!: string;

  @JSONSchema({
    description: 'Whether it helped to predict parts of the history that it was not fitted to; if not, it was left out.',
  })
  @IsBoolean()
  used!: boolean;

  @JSONSchema({ description: 'What a value of 1 adds to the prediction; absent if it was left out.' })
  @IsNumber()
  @IsOptional()
  coefficient?: number;
}

export class Prediction {
  @JSONSchema({ description: 'The time, in the form of the timestamps in `data`.' })
  @IsString()
  timestamp!: string;

  @JSONSchema({ description: 'The expected value.' })
  @IsNumber()
  predicted_value!: number;

  @JSONSchema({ description: 'Lower end of the interval.' })
  @IsNumber()
  lower_bound!: number;

  @JSONSchema({ description: 'Upper end of the interval.' })
  @IsNumber()
  upper_bound!: number;

  @JSONSchema({ description: 'The requested quantiles.' })
  @IsListOf(() => QuantileValue)
  @IsOptional()
  quantiles?: QuantileValue[];

  @JSONSchema({ description: 'With `explain`: the parts that sum to the prediction.' })
  @IsNested(() => PredictionParts)
  @IsOptional()
  parts?: PredictionParts;
}

export class ForecastModelInfo {
  @JSONSchema({ description: 'The methods that the forecast combines.' })
  @IsString()
  algorithm!: string;

  @JSONSchema({ description: 'Accuracy of the same method on the end of the history: 1 − Σ|error| ÷ Σ|value|, at least 0.' })
  @IsNumber()
  @Min(0)
  @Max(1)
  accuracy_score!: number;

  @JSONSchema({ description: 'Direction of the level without the seasonal pattern.' })
  @IsIn(['increasing', 'decreasing', 'stable'])
  trend!: string;

  @JSONSchema({ description: 'Number of periods after which the pattern repeats; 1 if none was found.' })
  @IsInt()
  @Min(1)
  seasonality_period!: number;

  @JSONSchema({ description: 'Number of values that the forecast is based on, including filled ones; at most the last 3,000.' })
  @IsInt()
  points_used!: number;

  @JSONSchema({ description: 'Number of those values that were missing in `data` and were filled in.' })
  @IsInt()
  points_filled!: number;

  @JSONSchema({
    description: 'Mean absolute error of that test divided by the error of repeating the last season; absent if that error is 0.',
  })
  @IsNumber()
  @Min(0)
  @IsOptional()
  mase?: number;

  @JSONSchema({
    description: 'The limits of the forecast: the requested `bounds`, or those that the history suggests.',
  })
  @IsNested(() => Bounds)
  bounds!: Bounds;

  @JSONSchema({
    description:
      'Where a new level begins in the last third of the history: the values before it were moved to it. Absent without one.',
  })
  @IsString()
  @IsOptional()
  level_since?: string;

  @JSONSchema({ description: 'The effects of the holidays in the history.' })
  @IsListOf(() => HolidayEffect)
  @IsOptional()
  holidays?: HolidayEffect[];

  @JSONSchema({ description: 'What became of each regressor.' })
  @IsListOf(() => RegressorEffect)
  @IsOptional()
  regressors?: RegressorEffect[];
}

export class TimeseriesOutput {
  @JSONSchema({ description: 'The future periods, in order.' })
  @IsListOf(() => Prediction)
  predictions!: Prediction[];

  @JSONSchema({ description: 'How the forecast was made, and its accuracy.' })
  @IsNested(() => ForecastModelInfo)
  model_info!: ForecastModelInfo;
}
