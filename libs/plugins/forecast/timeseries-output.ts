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
  @JSONSchema({ description: 'When, written as the timestamps of `data` are.' })
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
  @JSONSchema({ description: 'The methods that were combined.' })
  @IsString()
  algorithm!: string;

  @JSONSchema({ description: 'How the same forecast did on the end of the history: 1 − Σ|error| ÷ Σ|value|, at least 0.' })
  @IsNumber()
  @Min(0)
  @Max(1)
  accuracy_score!: number;

  @JSONSchema({ description: 'Where the level goes, the season taken off.' })
  @IsIn(['increasing', 'decreasing', 'stable'])
  trend!: string;

  @JSONSchema({ description: 'Periods after which the pattern repeats; 1 where none was found.' })
  @IsInt()
  @Min(1)
  seasonality_period!: number;

  @JSONSchema({ description: 'Values that the forecast stands on, filled ones included: the last 3,000 at most.' })
  @IsInt()
  points_used!: number;

  @JSONSchema({ description: 'How many of them were missing in `data` and were filled in.' })
  @IsInt()
  points_filled!: number;

  @JSONSchema({
    description: 'Mean absolute error of that test over the error of repeating the last season; absent where that never errs.',
  })
  @IsNumber()
  @Min(0)
  @IsOptional()
  mase?: number;

  @JSONSchema({
    description: 'What the forecast was kept within: the `bounds` that were asked for, or those that the history suggests.',
  })
  @ValidateNested()
  @Type(() => Bounds)
  bounds!: Bounds;
}

export class TimeseriesOutput {
  @JSONSchema({ description: 'The periods that follow, in order.' })
  @IsArray()
  @ValidateNested({ each: true })
  @Type(() => Prediction)
  predictions!: Prediction[];

  @JSONSchema({ description: 'How the forecast was made, and how good it is.' })
  @ValidateNested()
  @Type(() => ForecastModelInfo)
  model_info!: ForecastModelInfo;
}
