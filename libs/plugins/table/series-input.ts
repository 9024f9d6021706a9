import { Rows, type RowStream } from '@percept/sdk';
import { ArrayMaxSize, IsArray, IsInt, IsOptional, IsString, MinLength, JSONSchema } from '@percept/sdk/decorators';

/** The input of capabilities on series in rows. */
export class SeriesRowsInput {
  @Rows('The points: a list of objects, or in a pipeline the rows of another step.')
  rows: RowStream;

  @JSONSchema({ description: 'The fields that tell the series apart; without any, all rows are one series.' })
  @IsArray()
  @IsString({ each: true })
  @ArrayMaxSize(20)
  @IsOptional()
  by: string[] = [];

  @JSONSchema({ description: 'The field with the time of a point.' })
  @IsString()
  @MinLength(1)
  @IsOptional()
  time = 'timestamp';

  @JSONSchema({ description: 'The field with its value; rows without one are left out.' })
  @IsString()
  @MinLength(1)
  @IsOptional()
  value = 'value';
}

export class SeriesRowsOutput {
  @Rows('The new rows, series by series, with the fields of `by`.')
  rows: RowStream;

  @JSONSchema({ description: 'The number of rows that were read.' })
  @IsInt()
  rows_read: number;

  @JSONSchema({ description: 'The number of series.' })
  @IsInt()
  groups: number;

  @JSONSchema({
    description:
      'The number of series that were left out, such as those with fewer than 3 points; `table.anomalies` also leaves out a constant one.',
  })
  @IsInt()
  groups_skipped: number;

  @JSONSchema({ description: 'Why; the first ten.' })
  @IsArray()
  @IsString({ each: true })
  skipped: string[];
}
