import { parseJson, PerceptError, toJson, type Row, type RowStream } from '@percept/sdk';
import { ScratchTables, type Cell } from '@percept/sdk/scratch';
import { noSuchField, withFields } from './fields';
import { comparable, field, numberIn } from './value';

/** The input of series in rows, one row for each point. */
interface GroupedInput {
  rows: RowStream;
  by: string[];
  time: string;
  value: string;
}

export interface Group {
  /** The fields that all rows of the series share. */
  key: Row;
  data: { timestamp: string; value: number }[];
}

/** The answer gives at most this many reasons for left-out groups. */
const MAX_REASONS = 10;
/** The maximum number of points of one series. */
const MAX_POINTS = 100_000;

/** Gives the rows of each series, one series at a time, and what was left out so far. */
export class GroupedRows {
  groups = 0;
  groupsSkipped = 0;
  readonly reasons: string[] = [];
  rowsRead = 0;

  /** @param answer makes the new rows of a series; a series that it refuses is left out, with the reason. */
  constructor(
    private readonly input: GroupedInput,
    private readonly answer: (group: Group) => Row[],
  ) {}

  /** Gathers the rows by series on disk, and gives the new rows on demand. */
  async open(signal: AbortSignal): Promise<AsyncGenerator<Row>> {
    const { rows, by, time, value } = this.input;
    const scratch = new ScratchTables(signal);
    try {
      const known = withFields(rows, [...by.map((name) => ({ parameter: 'by', name })), { parameter: 'value', name: value }]);
      this.rowsRead = await scratch.fill('input', known, 3 + by.length, (row, index) => [
        toJson(by.map((name) => field(row, name) ?? null)),
        textIn(row, time, index),
        numberIn(row, value, { parameter: 'rows', index }),
        ...by.map((name) => comparable(field(row, name))),
      ]);
    } catch (error) {
      scratch.close();
      throw error;
    }
    const order = by.map((_, index) => `c${index + 3} IS NULL, c${index + 3}`).concat('c0', 'rowid');
    return this.made(scratch.select(`SELECT c0, c1, c2 FROM input ORDER BY ${order.join(', ')}`, (cells) => cells));
  }

  private async *made(cells: Iterable<Cell[]>): AsyncGenerator<Row> {
    let group: Group | undefined;
    let text: Cell | undefined;
    for (const [key, timestamp, value] of cells) {
      if (key !== text) {
        if (group) yield* this.answerOrSkip(group);
        group = { key: this.keyFrom(key as string), data: [] };
        text = key;
      }
      if (value !== null) group!.data.push({ timestamp: timestamp as string, value: Number(value) });
    }
    if (group) yield* this.answerOrSkip(group);
  }

  private keyFrom(text: string): Row {
    const values = parseJson(text) as unknown[];
    return Object.fromEntries(this.input.by.map((name, i) => [name, values[i]]));
  }

  private answerOrSkip(group: Group): Row[] {
    this.groups++;
    try {
      if (group.data.length < 3) throw PerceptError.invalid('rows', `has ${group.data.length} points, and needs 3.`);
      if (group.data.length > MAX_POINTS) throw PerceptError.invalid('rows', `has more than ${MAX_POINTS} points.`);
      return this.answer(group).map((row) => ({ ...group.key, ...row }));
    } catch (error) {
      if (!(error instanceof PerceptError)) throw error;
      if (this.groupsSkipped++ < MAX_REASONS) this.reasons.push(`${toJson(group.key)}: ${error.message}`);
      return [];
    }
  }
}

function textIn(row: Row, name: string, index: number): string {
  const value = field(row, name);
  if (typeof value === 'string') return value;
  if (value === undefined) throw noSuchField({ parameter: 'time', name }, `rows[${index}] does not have`, row);
  throw PerceptError.invalid(`rows[${index}].${name}`, 'must be a date or a date-time of ISO 8601, as text.');
}
