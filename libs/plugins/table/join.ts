import { defineCapability, parseJson, PerceptError, toJson, Rows, type Row, type RowStream } from '@percept/sdk';
import { ArrayMaxSize, ArrayMinSize, IsArray, IsIn, IsOptional, IsString, JSONSchema } from '@percept/sdk/decorators';
import { TableOutput } from './aggregate-input';
import { ScratchTables, type Cell } from '@percept/sdk/scratch';
import { withFields } from './fields';
import { field, matchable } from './value';

class JoinInput {
  @Rows('The rows on the left: a list of objects, or in a pipeline the rows of another step.')
  left: RowStream;

  @Rows('The rows on the right.')
  right: RowStream;

  @JSONSchema({ description: 'Fields that must be equal; `id = product_id` if their names differ.' })
  @IsArray()
  @IsString({ each: true })
  @ArrayMinSize(1)
  @ArrayMaxSize(20)
  on: string[];

  @JSONSchema({
    description: '`inner`: only rows that have a partner. `left`: every row on the left. `anti`: rows on the left without one.',
  })
  @IsIn(['inner', 'left', 'anti'])
  @IsOptional()
  how: 'inner' | 'left' | 'anti' = 'inner';
}

export const join = defineCapability({
  id: 'table.join',
  operation: 'joinRows',
  summary: 'Joins two tables by fields that are equal.',
  description:
    'The new rows are in the order of the left table. If both tables have a field that is not joined by, it appears as ' +
    '`name` and `name_right`. A number equals the same number written as text. Rows without the field have no partner.',
  input: JoinInput,
  output: TableOutput,
  deterministic: true,
  examples: [{ left: [{ id: 1, name: 'a' }], right: [{ product_id: '1', price: 2.5 }], on: ['id = product_id'], how: 'left' }],

  setup() {
    return async (input, { signal }) => {
      const { left, right, on, how } = input;
      const keys = on.map(keyOf);
      const scratch = new ScratchTables(signal);
      try {
        const cells =
          (side: 'left' | 'right') =>
          (row: Row): Cell[] => [toJson(row), ...keys.map((key) => matchable(field(row, key[side])))];
        const width = 1 + keys.length;
        const known = (side: 'left' | 'right', rows: RowStream) =>
          withFields(
            rows,
            keys.map((key) => ({ parameter: 'on', name: key[side] })),
          );
        const read =
          (await scratch.fill('lefts', known('left', left), width, cells('left'))) +
          (await scratch.fill('rights', known('right', right), width, cells('right')));
        scratch.index('rights', keys.map((_, index) => `c${index + 1}`).join(', '));
        const rights = new Set(keys.map((key) => key.right));
        const merge = ([a, b]: Cell[]): Row => merged(parseJson(a as string) as Row, b as string | null, rights);
        return { rows: scratch.select(queryOf(how, keys.length), merge), rows_read: read };
      } catch (error) {
        scratch.close();
        throw error;
      }
    };
  },
});

function queryOf(how: JoinInput['how'], keys: number): string {
  const equal = Array.from({ length: keys }, (_, index) => `l.c${index + 1} = r.c${index + 1}`).join(' AND ');
  const joined = `FROM lefts l ${how === 'inner' ? 'CROSS' : 'LEFT'} JOIN rights r ON ${equal}`;
  return `SELECT l.c0, r.c0 ${joined} ${how === 'anti' ? 'WHERE r.rowid IS NULL' : ''} ORDER BY l.rowid, r.rowid`;
}

function merged(left: Row, right: string | null, keys: ReadonlySet<string>): Row {
  if (right === null) return left;
  const others = Object.entries(parseJson(right) as Row).filter(([name]) => !keys.has(name));
  return { ...left, ...Object.fromEntries(others.map(([name, value]) => [name in left ? `${name}_right` : name, value])) };
}

function keyOf(text: string): { left: string; right: string } {
  const [left = '', right = left, ...more] = text.split('=').map((name) => name.trim());
  if (left && right && more.length === 0) return { left, right };
  throw PerceptError.invalid('on', "must name fields, such as 'id' or 'id = product_id'.");
}
