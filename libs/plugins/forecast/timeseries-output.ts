import {
  Type,
  IsArray,
  IsIn,
  IsInt,
  IsNumber,
  IsOptional,
  IsString,
  Max,
  Min,
  ValidateNested,
  JSONSchema,
} from '@percept/sdk/decorators';
import { Bounds } from './timeseries-input';

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
  @ValidateNested()
  @Type(() => Bounds)
  bounds!: Bounds;
}

export class TimeseriesOutput {
  @JSONSchema({ description: 'The future periods, in order.' })
  @IsArray()
  @ValidateNested({ each: true })
  @Type(() => Prediction)
  predictions!: Prediction[];

  @JSONSchema({ description: 'How the forecast was made, and its accuracy.' })
  @ValidateNested()
  @Type(() => ForecastModelInfo)
  model_info!: ForecastModelInfo;
}
