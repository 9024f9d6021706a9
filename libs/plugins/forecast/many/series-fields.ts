import { Rows, type toJsonSchema } from '@percept/sdk';
import { IsIn, IsInt, IsOptional, IsString, JSONSchema, Min } from '@percept/sdk/decorators';

type Class = Parameters<typeof toJsonSchema>[0];

/** A list of series, or a stream in a pipeline. A class describes each series, and `answerEach` checks it. */
export const SeriesRows = (description: string, type: Class): PropertyDecorator => Rows(description, () => type);

export const SERIES_SENT =
  'The series, at most 10,000 in one call: each with an `id` of its own. A pipeline streams any number of them.';
export const SERIES_ANSWERED =
  'The answers, in the order of the series: each with its `id`, and with `error` where it was refused.';

export class SeriesId {
  @JSONSchema({ description: 'Tells the series apart.' })
  @IsString()
  id!: string;
}

export class SeriesError {
  @JSONSchema({ description: 'The code, as of errors of a whole call.' })
  @IsIn(['INVALID_REQUEST'])
  code!: string;

  @JSONSchema({ description: 'What is wrong, and how to fix it.' })
  @IsString()
  message!: string;

  @JSONSchema({ description: 'The field of the series.' })
  @IsString()
  @IsOptional()
  field?: string;
}

export class SeriesCounts {
  @JSONSchema({ description: 'Number of series that were answered.' })
  @IsInt()
  @Min(0)
  series_answered!: number;

  @JSONSchema({ description: 'Number of series that were refused.' })
  @IsInt()
  @Min(0)
  series_failed!: number;
}
