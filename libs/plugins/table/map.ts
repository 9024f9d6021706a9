import { CelExpression, defineCapability, PerceptError, Rows, type Row, type RowStream } from '@percept/sdk';
import { IsBoolean, IsObject, IsOptional, JSONSchema } from '@percept/sdk/decorators';
import { TableOutput } from './aggregate-input';
import { ROW_NAMES, rowExpression } from './row-expressions';

const MAX_COLUMNS = 100;

class MapInput {
  @Rows('The rows: a list of objects, or in a pipeline the rows of another step.')
  rows: RowStream;

  @CelExpression('The columns of the new rows: a name, and CEL for its value, such as `row.price * row.quantity`.', ROW_NAMES)
  @JSONSchema({ additionalProperties: { type: 'string' } })
  @IsObject()
  columns: Record<string, string>;

  @JSONSchema({ description: 'Whether the new rows have the other columns too.' })
  @IsBoolean()
  keep = false;

  @JSONSchema({ description: 'Values for the expressions, such as inputs of the pipeline.' })
  @IsObject()
  @IsOptional()
  values?: Record<string, unknown>;
}

export const tableMap = defineCapability({
  id: 'table.map',
  summary: 'Computes the columns of new rows by expressions.',
  description:
    'The expressions are CEL with the variables `row`, `index` (the position of the row, from 0) and `values`. Rows are ' +
    'streamed and keep their order.',
  input: MapInput,
  output: TableOutput,
  deterministic: true,
  examples: [{ rows: [{ price: 2.5, quantity: 4 }], columns: { total: 'row.price * row.quantity' }, keep: true }],

  setup() {
    return async ({ rows, columns, keep, values }) => {
      const expressions = Object.entries(columns).map(([name, source]) => {
        return [name, rowExpression(source, `columns.${name}`, values)] as const;
      });
      if (expressions.length === 0) throw PerceptError.invalid('columns', 'must name at least one column.');
      if (expressions.length > MAX_COLUMNS) throw PerceptError.invalid('columns', `must name at most ${MAX_COLUMNS} columns.`);
      let read = 0;
      const mapped = async function* (): AsyncGenerator<Row> {
        for await (const row of rows) {
          const index = read++;
          const computed = Object.fromEntries(expressions.map(([name, compute]) => [name, compute(row, index)]));
          yield keep ? { ...row, ...computed } : computed;
        }
      };
      return {
        rows: mapped(),
        get rows_read() {
          return read;
        },
      };
    };
  },
});
