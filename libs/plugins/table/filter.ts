import { CelExpression, defineCapability, PerceptError, Rows, toJson, type Row, type RowStream } from '@percept/sdk';
import { IsObject, IsOptional, IsString, JSONSchema, MinLength } from '@percept/sdk/decorators';
import { TableOutput } from './aggregate-input';
import { ROW_NAMES, rowExpression } from './row-expressions';

class FilterInput {
  @Rows('The rows: a list of objects, or in a pipeline the rows of another step.')
  rows: RowStream;

  @CelExpression('CEL that says which rows stay, such as `row.amount > values.least`.', ROW_NAMES)
  @IsString()
  @MinLength(1)
  where: string;

  @JSONSchema({ description: 'Values for the expression, such as inputs of the pipeline.' })
  @IsObject()
  @IsOptional()
  values?: Record<string, unknown>;
}

export const filter = defineCapability({
  id: 'table.filter',
  summary: 'Keeps the rows for which an expression is true.',
  description:
    'The expression is CEL with the variables `row`, `index` (the position of the row, from 0) and `values`. Rows are ' +
    'streamed and keep their order.',
  input: FilterInput,
  output: TableOutput,
  deterministic: true,
  examples: [{ rows: [{ amount: 3 }, { amount: 12 }], where: 'row.amount > values.least', values: { least: 10 } }],

  setup() {
    return async ({ rows, where, values }) => {
      const holds = rowExpression(where, 'where', values);
      let read = 0;
      const kept = async function* (): AsyncGenerator<Row> {
        for await (const row of rows) {
          const stays = holds(row, read++);
          if (typeof stays !== 'boolean') throw notBoolean(stays, read - 1);
          if (stays) yield row;
        }
      };
      return {
        rows: kept(),
        get rows_read() {
          return read;
        },
      };
    };
  },
});

function notBoolean(value: unknown, index: number): PerceptError {
  return PerceptError.invalid('where', `rows[${index}]: must give true or false, not ${toJson(value)}.`);
}
