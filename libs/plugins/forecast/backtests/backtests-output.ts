import { IsArray, IsInt, IsNumber, IsOptional, IsString, Max, Min, JSONSchema, IsListOf } from '@percept/sdk/decorators';

export class MethodScores {
  @JSONSchema({
    description: '`forecast` is `predict.timeseries`; `naive` repeats the last value, `seasonal_naive` the last season.',
  })
  @IsString()
  method!: string;

  @JSONSchema({
    description: 'Symmetric mean absolute percentage error, in percent: the mean of 200 × |error| ÷ (|value| + |prediction|).',
  })
  @IsNumber()
  smape!: number;

  @JSONSchema({
    description:
      'Mean absolute error, divided by that of repeating the last season within the history; absent if the latter is 0.',
  })
  @IsNumber()
  @IsOptional()
  mase?: number;

  @JSONSchema({
    description: 'Root of the mean square error, divided by that of repeating the last season; absent if the latter is 0.',
  })
  @IsNumber()
  @IsOptional()
  rmsse?: number;

  @JSONSchema({ description: 'The part of the values inside their intervals, for methods that give any.' })
  @IsNumber()
  @Min(0)
  @Max(1)
  @IsOptional()
  coverage?: number;

  @JSONSchema({
    description:
      'Mean pinball loss of the lower bound, the prediction and the upper bound, in units of the values, for methods with intervals.',
  })
  @IsNumber()
  @IsOptional()
  pinball?: number;
}

export class BacktestedValue {
  @JSONSchema({ description: 'The time of the last point that the forecast knew.' })
  @IsString()
  origin!: string;

  @JSONSchema({ description: 'The time of the value.' })
  @IsString()
  timestamp!: string;

  @JSONSchema({ description: 'The value.' })
  @IsNumber()
  value!: number;

  @JSONSchema({ description: 'What was predicted.' })
  @IsNumber()
  predicted_value!: number;

  @JSONSchema({ description: 'Lower end of the interval.' })
  @IsNumber()
  lower_bound!: number;

  @JSONSchema({ description: 'Upper end of the interval.' })
  @IsNumber()
  upper_bound!: number;
}

export class BacktestOutput {
  @JSONSchema({
    description: 'The scores of each method over all forecasts: ours first, then naive ones, then those to compare.',
  })
  @IsListOf(() => MethodScores)
  methods!: MethodScores[];

  @JSONSchema({ description: 'The time of the last known point of each forecast, the earliest first.' })
  @IsArray()
  @IsString({ each: true })
  origins!: string[];

  @JSONSchema({ description: 'Each predicted value beside the actual one; periods that are missing in `data` are left out.' })
  @IsListOf(() => BacktestedValue)
  forecasts!: BacktestedValue[];

  @JSONSchema({ description: 'Number of values that were scored.' })
  @IsInt()
  values_scored!: number;
}
