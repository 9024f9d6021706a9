import { toJsonSchema } from '@percept/sdk';
import { ArrayMaxSize, ArrayMinSize, IsArray, IsIn, JSONSchema } from '@percept/sdk/decorators';
import { Between } from '../intervals/between';
import { TimeseriesPoint } from '../timeseries-input';

export const MODES = ['entire', 'last'] as const;

/** How each series is judged. */
export class AnomaliesOptions {
  @JSONSchema({ description: '`entire` judges each point, `last` only the latest one: faster, for a series that grows.' })
  @IsIn([...MODES])
  mode: (typeof MODES)[number] = 'entire';

  @JSONSchema({
    description: 'The part of usual points that may be reported: of 1,000 points without any anomaly, 0.001 reports about one.',
    type: 'number',
    ...({ exclusiveMinimum: 0, exclusiveMaximum: 0.5 } as object),
  })
  @Between(0, 0.5)
  sensitivity = 0.001;
}

export class AnomaliesInput extends AnomaliesOptions {
  @JSONSchema({
    description: 'The series, in any order. Each time occurs once, and at most 30 % of the periods in between may be missing.',
    items: toJsonSchema(TimeseriesPoint) as never,
  })
  @IsArray()
  @ArrayMinSize(3)
  @ArrayMaxSize(100_000)
  data!: { timestamp: string; value: number }[];
}
