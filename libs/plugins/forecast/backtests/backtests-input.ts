import {
  Type,
  ArrayMaxSize,
  ArrayMinSize,
  IsArray,
  IsInt,
  IsOptional,
  IsString,
  JSONSchema,
  Max,
  MaxLength,
  Min,
  MinLength,
  ValidateNested,
} from '@percept/sdk/decorators';
import { Between } from '../intervals/between';
import { Points, SeasonLength, type TimeseriesPoint } from '../timeseries-input';

const MAX_ORIGINS = 50;

export class OtherMethod {
  @JSONSchema({ description: 'The name of the method, as the answer gives it.' })
  @IsString()
  @MinLength(1)
  @MaxLength(100)
  name!: string;

  @JSONSchema({
    description:
      'What it predicted: for each origin, the earliest first, a list of `periods` numbers. A call without it tells the origins.',
    items: { type: 'array', items: { type: 'number' } } as never,
  })
  @IsArray()
  @ArrayMinSize(1)
  @ArrayMaxSize(MAX_ORIGINS)
  predictions!: number[][];
}

export class BacktestInput {
  @Points('The history, with at least two different values')
  data!: TimeseriesPoint[];

  @JSONSchema({ description: 'The number of periods that each forecast predicts.' })
  @IsInt()
  @Min(1)
  @Max(1000)
  periods!: number;

  @JSONSchema({ description: 'The maximum number of forecasts; fewer if the history is short.' })
  @IsInt()
  @Min(1)
  @Max(MAX_ORIGINS)
  origins = 5;

  @JSONSchema({ description: 'The number of periods from one origin to the next; `periods` when absent.' })
  @IsInt()
  @Min(1)
  @Max(1000)
  @IsOptional()
  step?: number;

  @SeasonLength()
  season_length?: number;

  @Between(0.5, 1, 'Probability that a value lies within its interval.')
  confidence_interval = 0.95;

  @JSONSchema({ description: 'Forecasts of other methods from the same origins, to be scored beside.' })
  @IsArray()
  @ArrayMaxSize(10)
  @ValidateNested({ each: true })
  @Type(() => OtherMethod)
  @IsOptional()
  compare?: OtherMethod[];
}
