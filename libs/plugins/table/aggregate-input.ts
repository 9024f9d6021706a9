import { Rows, type RowStream } from '@percept/sdk';
import { ArrayMaxSize, IsArray, IsInt, IsObject, IsOptional, IsString, MinLength, JSONSchema } from '@percept/sdk/decorators';

const ofFields = (what: string) =>
  JSONSchema({
    description: `${what}: the new column's name and the field that it is of.`,
    additionalProperties: { type: 'string' },
  });

export class AggregateInput {
  @Rows('The rows: a list of objects, or in a pipeline the rows of another step.')
  rows: RowStream;

  @JSONSchema({ description: 'The fields to group by; without any, all rows are one group.' })
  @IsArray()
  @IsString({ each: true })
  @ArrayMaxSize(20)
  @IsOptional()
  by: string[] = [];

  @JSONSchema({ description: 'Name of the column that counts the rows of a group.' })
  @IsString()
  @MinLength(1)
  @IsOptional()
  count?: string;

  @ofFields('Sums')
  @IsObject()
  @IsOptional()
  sum?: Record<string, string>;

  @ofFields('Means')
  @IsObject()
  @IsOptional()
  mean?: Record<string, string>;

  @ofFields('Smallest values')
  @IsObject()
  @IsOptional()
  min?: Record<string, string>;

  @ofFields('Largest values')
  @IsObject()
  @IsOptional()
  max?: Record<string, string>;
}

export class TableOutput {
  @Rows('The rows of the new table.')
  rows: RowStream;

  @JSONSchema({ description: 'The number of rows that were read.' })
  @IsInt()
  rows_read: number;
}
