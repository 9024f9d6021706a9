import { toJsonSchema } from '@percept/sdk';
import {
  ArrayMaxSize,
  ArrayMinSize,
  IsArray,
  IsBoolean,
  IsIn,
  IsInt,
  IsNumber,
  IsOptional,
  IsString,
  Max,
  Min,
  JSONSchema,
  IsListOf,
  IsNested,
} from '@percept/sdk/decorators';
import { Holidays, Regressor } from './drivers/drivers-input';
import { LONGEST_HISTORY } from './history/history';
import { AllBetween, Between } from './intervals/between';
import { FORECAST_METHODS, type ForecastMethod } from './methods';

/** Described here but checked by `readPoints`: class-validator takes seconds for 100,000 objects. */
export class TimeseriesPoint {
  @JSONSchema({
    description:
      '`2026-01-31`, `2026-01`, `2026` or a date-time such as `2026-01-31T09:00:00+01:00`. All must use the same form.',
  })
  @IsString()
  timestamp!: string;

  @JSONSchema({ description: 'The value at that time.' })
  @IsNumber()
  value!: number;
}

/** Declares the points of a series. @param what `The series` or `The history`. */
export function Points(what: string): PropertyDecorator {
  const description = `${what}, in any order. Each time occurs once, and at most 30 % of the periods in between may be missing.`;
  const items = toJsonSchema(TimeseriesPoint) as never;
  const marks = [ArrayMaxSize(100_000), ArrayMinSize(3), IsArray(), JSONSchema({ description, items })];
  return (target, property) => marks.forEach((mark) => mark(target, property as string));
}

/** Declares the season that the caller names. */
export function SeasonLength(): PropertyDecorator {
  const description =
    'Points in one season. It replaces what the step suggests; 1 means none. Each series must have two, and one that it does not prove counts as none.';
  const marks = [Max(LONGEST_HISTORY / 2), Min(1), IsInt(), IsOptional(), JSONSchema({ description })];
  return (target, property) => marks.forEach((mark) => mark(target, property as string));
}

export class Bounds {
  @JSONSchema({ description: 'Lower limit of all forecasts and intervals.' })
  @IsNumber()
  @IsOptional()
  lower?: number;

  @JSONSchema({ description: 'Upper limit of all forecasts and intervals.' })
  @IsNumber()
  @IsOptional()
  upper?: number;
}

/** The options for each series. */
export class TimeseriesOptions {
  @JSONSchema({ description: 'The number of future periods to predict. The length of a period is derived from the data.' })
  @IsInt()
  @Min(1)
  @Max(10_000)
  periods!: number;

  @SeasonLength()
  season_length?: number;

  @Between(0.5, 1, 'Probability that a value lies within its interval.')
  confidence_interval = 0.95;

  @JSONSchema({
    description:
      'What the values cannot leave. Absent: forecasts stay at 0 or above where `data` does, and at 1 or below where all of it lies ' +
      'between 0 and 1. `{}` sets no bounds.',
  })
  @IsNested(() => Bounds)
  @IsOptional()
  bounds?: Bounds;

  @JSONSchema({
    description:
      'Days with other values than usual: their effect is learned, and put on the days to come. For days and shorter periods.',
  })
  @IsNested(() => Holidays)
  @IsOptional()
  holidays?: Holidays;

  @JSONSchema({ description: 'Whether the forecast stays at 0 or above, whatever `data` has.' })
  @IsBoolean()
  @IsOptional()
  non_negative?: boolean;

  @JSONSchema({ description: 'Whether predictions and intervals are whole numbers.' })
  @IsBoolean()
  @IsOptional()
  integer?: boolean;

  @JSONSchema({
    description: 'Quantiles to predict, such as 0.1 and 0.9, each above 0 and below 1.',
    items: { type: 'number' } as never,
  })
  @IsArray()
  @ArrayMaxSize(20)
  @AllBetween(0, 1)
  @IsOptional()
  quantiles?: number[];

  @JSONSchema({ description: '`auto` combines several methods, or takes `tsb` for rare demand; the others are one method each.' })
  @IsIn([...FORECAST_METHODS])
  @IsOptional()
  method?: ForecastMethod;

  @JSONSchema({ description: 'Whether each prediction comes with its parts.' })
  @IsBoolean()
  @IsOptional()
  explain?: boolean;
}

export class TimeseriesInput extends TimeseriesOptions {
  @Points('The history')
  data!: TimeseriesPoint[];

  @JSONSchema({
    description:
      'What the values depend on and what is known of the future, such as a price or the weather. Those that do not help are left out.',
  })
  @IsListOf(() => Regressor)
  @IsOptional()
  regressors?: Regressor[];
}
