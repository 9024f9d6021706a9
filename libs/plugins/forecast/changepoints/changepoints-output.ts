import { IsIn, IsInt, IsNumber, IsString, Max, Min, JSONSchema, IsListOf, IsNested } from '@percept/sdk/decorators';
import { CHANGE_KINDS, type SeriesChange } from './change';

export class Changepoint {
  @JSONSchema({ description: 'The time of the first point after the change, as in `data`.' })
  @IsString()
  timestamp!: string;

  @JSONSchema({ description: 'What changed: the level, the trend, the size of the noise, or the pattern of the season.' })
  @IsIn([...CHANGE_KINDS])
  kind!: SeriesChange['kind'];

  @JSONSchema({ description: 'The part of series without changes that show no change like it.' })
  @IsNumber()
  @Min(0)
  @Max(1)
  confidence!: number;

  @JSONSchema({
    description:
      'Before the change: the mean of `level`, the slope in each period of `trend`, the standard deviation of `variance`, the ' +
      'distance from the lowest to the highest place of `season`.',
  })
  @IsNumber()
  before!: number;

  @JSONSchema({ description: 'The same after it, until the next change of its kind or the end.' })
  @IsNumber()
  after!: number;
}

export class ChangepointModelInfo {
  @JSONSchema({ description: 'The method.' })
  @IsString()
  algorithm!: string;

  @JSONSchema({ description: 'Number of periods after which the pattern repeats; 1 if none was found.' })
  @IsInt()
  @Min(1)
  seasonality_period!: number;

  @JSONSchema({ description: 'Number of points that were read.' })
  @IsInt()
  points_used!: number;

  @JSONSchema({ description: 'Number of periods that are missing in `data` and were filled in.' })
  @IsInt()
  points_filled!: number;
}

export class ChangepointsOutput {
  @JSONSchema({ description: 'The changes, by time.' })
  @IsListOf(() => Changepoint)
  changepoints!: Changepoint[];

  @JSONSchema({ description: 'How they were found.' })
  @IsNested(() => ChangepointModelInfo)
  model_info!: ChangepointModelInfo;
}
