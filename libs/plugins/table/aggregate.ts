import { defineCapability, parseJson, PerceptError, toJson, type Row } from '@percept/sdk';
import { AggregateInput, TableOutput } from './aggregate-input';
import { ScratchTables, type Cell } from '@percept/sdk/scratch';
import { withFields } from './fields';
import { comparable, field, numberIn } from './value';

const FUNCTIONS = { sum: 'total', mean: 'avg', min: 'min', max: 'max' } as const;
const MAX_COLUMNS = 50;

interface Measure {
  column: string;
  /** The parameter of the request that names the measure. */
  parameter: string;
  field: string;
  sql: string;
}

export const aggregate = defineCapability({
  id: 'table.aggregate',
  operation: 'aggregateRows',
  summary: 'Groups rows and counts, sums and averages each group.',
  description:
    'The new rows are in the order of their groups: numbers by value, then texts. Numbers may be written as text, as in a ' +
    'CSV file. Empty fields are ignored; the mean, minimum and maximum of no values are null.',
  input: AggregateInput,
  output: TableOutput,
  deterministic: true,
  examples: [
    {
      rows: [
        { day: '2026-01-01', people: 3 },
        { day: '2026-01-01', people: 4 },
      ],
      by: ['day'],
      sum: { people: 'people' },
    },
  ],

  setup() {
    return async (input, { signal }) => {
      const measures = measuresOf(input);
      const { rows, by, count } = input;
      const scratch = new ScratchTables(signal);
      try {
        const asked = [
          ...by.map((name) => ({ parameter: 'by', name })),
          ...measures.map(({ parameter, field: name }) => ({ parameter, name })),
        ];
        const read = await scratch.fill('input', withFields(rows, asked), 1 + by.length + measures.length, (row, index) => [
          toJson(by.map((name) => field(row, name) ?? null)),
          ...by.map((name) => comparable(field(row, name))),
          ...measures.map((measure) => numberIn(row, measure.field, { parameter: 'rows', index })),
        ]);
        const keys = by.map((_, index) => `c${index + 1}`);
        const values = measures.map(({ sql }, index) => `${sql}(c${1 + by.length + index})`);
        const order = keys
          .map((key) => `${key} IS NULL, ${key}`)
          .concat('c0')
          .join(', ');
        const sql = `SELECT c0, count(*)${values.map((value) => `, ${value}`).join('')} FROM input GROUP BY c0 ORDER BY ${order}`;
        const asRow = ([group, rowCount, ...found]: Cell[]): Row => ({
          ...named(by, parseJson(group as string) as unknown[]),
          ...(count === undefined ? {} : { [count]: rowCount }),
          ...named(
            measures.map(({ column }) => column),
            found,
          ),
        });
        return { rows: scratch.select(sql, asRow), rows_read: read };
      } catch (error) {
        scratch.close();
        throw error;
      }
    };
  },
});

/** @throws PerceptError INVALID_REQUEST if two columns would have the same name, or a measure has no field. */
function measuresOf(input: AggregateInput): Measure[] {
  const names = new Set([...input.by, ...(input.count === undefined ? [] : [input.count])]);
  if (input.count !== undefined && input.by.includes(input.count)) {
    throw PerceptError.invalid('count', `the column '${input.count}' is there already.`);
  }
  const measures = Object.entries(FUNCTIONS).flatMap(([name, sql]) =>
    Object.entries(input[name as keyof typeof FUNCTIONS] ?? {}).map(([column, of]) => {
      const parameter = `${name}.${column}`;
      if (typeof of !== 'string' || of === '') throw PerceptError.invalid(parameter, 'must be the name of a field.');
      if (names.has(column)) throw PerceptError.invalid(parameter, `the column '${column}' is there already.`);
      names.add(column);
      return { column, parameter, field: of, sql };
    }),
  );
  if (measures.length > MAX_COLUMNS) throw PerceptError.invalid('sum', `there are more than ${MAX_COLUMNS} columns in all.`);
  return measures;
}

function named(names: readonly string[], values: readonly unknown[]): Row {
  return Object.fromEntries(names.map((name, index) => [name, values[index]]));
}
