import {
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
import { ANOMALY_KINDS, SEVERITIES, type AnomalyKind, type Severity } from './kinds';
import { MAX_SURPRISE } from '../tails';

export class JudgedPoint {
  @JSONSchema({ description: 'The time, as in `data`.' })
  @IsString()
  timestamp!: string;

  @JSONSchema({ description: 'The value, as in `data`.' })
  @IsNumber()
  value!: number;

  @JSONSchema({ description: 'Whether the value lies outside its bounds, or begins a new slope.' })
  @IsBoolean()
  is_anomaly!: boolean;

  @JSONSchema({
    description:
      'How rare such a value is, as −log10 of a chance: 3 is one in a thousand. The smaller of two rarities: that of the ' +
      'distance from the expected value, and that of distances like it before the value.',
  })
  @IsNumber()
  @Min(0)
  @Max(MAX_SURPRISE)
  score!: number;

  @JSONSchema({ description: 'What the values before it let expect.' })
  @IsNumber()
  expected_value!: number;

  @JSONSchema({ description: 'Lower end of what is usual, by `sensitivity`.' })
  @IsNumber()
  lower_bound!: number;

  @JSONSchema({ description: 'Upper end of what is usual, by `sensitivity`.' })
  @IsNumber()
  upper_bound!: number;

  @JSONSchema({
    description:
      'How far the value lies from the expected one, in distances of the bound that it passed: `medium` from 1.5, `high` from 3; ' +
      '`none` within the bounds; a new slope within them is `low`.',
  })
  @IsIn([...SEVERITIES])
  severity!: Severity;

  @JSONSchema({ description: 'Of an anomaly: whether it lies above or below what was expected.' })
  @IsIn(['above', 'below'])
  @IsOptional()
  direction?: 'above' | 'below';

  @JSONSchema({
    description:
      'Of an anomaly: `level_shift` begins a level that stays, `trend` a new slope (with `entire`), `season` is a value that is usual elsewhere in the ' +
      'season, and `point` is any other.',
  })
  @IsIn([...ANOMALY_KINDS])
  @IsOptional()
  kind?: AnomalyKind;
}

export class AnomalyModelInfo {
  @JSONSchema({ description: 'The method.' })
  @IsString()
  algorithm!: string;

  @JSONSchema({ description: 'Number of periods after which the pattern repeats; 1 if none was found.' })
  @IsInt()
  @Min(1)
  seasonality_period!: number;

  @JSONSchema({ description: 'Number of points that tell what is usual.' })
  @IsInt()
  points_used!: number;

  @JSONSchema({ description: 'Number of periods among them that are missing in `data`; nothing is said about these.' })
  @IsInt()
  points_missing!: number;
}

export class AnomaliesOutput {
  @JSONSchema({ description: 'The judged points, by time.' })
  @IsListOf(() => JudgedPoint)
  points!: JudgedPoint[];

  @JSONSchema({ description: 'The number of anomalies among them.' })
  @IsInt()
  total_anomalies!: number;

  @JSONSchema({ description: 'How the points were judged.' })
  @IsNested(() => AnomalyModelInfo)
  model_info!: AnomalyModelInfo;
}
