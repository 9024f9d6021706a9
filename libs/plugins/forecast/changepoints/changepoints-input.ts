import { toJsonSchema } from '@percept/sdk';
import { ArrayMaxSize, ArrayMinSize, IsArray, JSONSchema } from '@percept/sdk/decorators';
import { Between } from '../intervals/between';
import { TimeseriesPoint } from '../timeseries-input';

/** How sure changes must be. */
export class ChangepointsOptions {
  @JSONSchema({
    description: 'How sure a change must be: of 100 series without changes, at 0.99 about one has any.',
    type: 'number',
    ...({ exclusiveMinimum: 0.5, exclusiveMaximum: 1 } as object),
  })
  @Between(0.5, 1)
  min_confidence = 0.99;
}

export class ChangepointsInput extends ChangepointsOptions {
  @JSONSchema({
    description: 'The series, in any order. Each time occurs once, and at most 30 % of the periods in between may be missing.',
    items: toJsonSchema(TimeseriesPoint) as never,
  })
  @IsArray()
  @ArrayMinSize(3)
  @ArrayMaxSize(100_000)
  data!: { timestamp: string; value: number }[];
}
