import { defineCapability, parseJson, PerceptError, Rows, toJson, type Row, type RowStream } from '@percept/sdk';
import { ArrayMaxSize, ArrayMinSize, IsArray, IsInt, IsOptional, IsString, Min, JSONSchema } from '@percept/sdk/decorators';
import { TableOutput } from './aggregate-input';
import { ScratchTables } from '@percept/sdk/scratch';
import { withFields } from './fields';
import { comparable, field } from './value';

class SortInput {
  @Rows('The rows: a list of objects, or in a pipeline the rows of another step.')
  rows: RowStream;

  @JSONSchema({ description: 'Fields by which to sort, the most important first; `value desc` for the largest first.' })
  @IsArray()
  @IsString({ each: true })
  @ArrayMinSize(1)
  @ArrayMaxSize(20)
  by: string[];

  @JSONSchema({ description: 'The maximum number of rows.' })
  @IsInt()
  @Min(1)
  @IsOptional()
  limit?: number;
}

export const sort = defineCapability({
  id: 'table.sort',
  operation: 'sortRows',
  summary: 'Sorts rows by their fields.',
  description:
    'Numbers come before texts and are sorted by value, even if they are written as text; rows without the field come last. ' +
    'Equal rows keep their order.',
  input: SortInput,
  output: TableOutput,
  deterministic: true,
  examples: [
    {
      rows: [
        { name: 'b', value: 1 },
        { name: 'a', value: 2 },
      ],
      by: ['value desc', 'name'],
      limit: 10,
    },
  ],

  setup() {
    return async (input, { signal }) => {
      const { rows, by, limit } = input;
      const keys = by.map(keyOf);
      const scratch = new ScratchTables(signal);
      try {
        const cells = (row: Row) => [toJson(row), ...keys.map(({ name }) => comparable(field(row, name)))];
        const known = withFields(
          rows,
          keys.map(({ name }) => ({ parameter: 'by', name })),
        );
        const read = await scratch.fill('input', known, 1 + keys.length, cells);
        const order = keys.map(({ direction }, index) => `c${index + 1} IS NULL, c${index + 1} ${direction}`).join(', ');
        const sql = `SELECT c0 FROM input ORDER BY ${order}, rowid LIMIT ${limit ?? -1}`;
        return { rows: scratch.select(sql, ([row]) => parseJson(row as string) as Row), rows_read: read };
      } catch (error) {
        scratch.close();
        throw error;
      }
    };
  },
});

function keyOf(text: string): { name: string; direction: string } {
  const [, name, direction = 'asc'] = /^(.*?)(?:\s+(asc|desc))?$/is.exec(text.trim())!;
  if (!name) throw PerceptError.invalid('by', "must name fields, such as 'day' or 'value desc'.");
  return { name, direction };
}
