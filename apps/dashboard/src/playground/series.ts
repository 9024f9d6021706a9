import { InputError } from '../api/input-error';

export interface SeriesPoint {
  timestamp: string;
  value: number;
}

const EXPECTED =
  'A series is text with one point per line: a date such as 2026-01-31, a comma, semicolon or tab, and a number such as 12.5.';
const SEPARATORS = ['\t', ';', ','];
/** Characters that appear when the bytes of an image or spreadsheet are decoded as text. */
const BINARY = /[\0\uFFFD]/;

/** Reads a file that should contain a series as text. @throws InputError for another kind of file. */
export async function readSeriesFile(file: File): Promise<string> {
  const text = await file.text();
  if (BINARY.test(text)) throw new InputError(`'${file.name}' is not a text file in UTF-8. ${EXPECTED}`);
  return text;
}

/** Reads points from lines of `date,value`. Skips a header line and blank lines. @throws InputError that names the line. */
export function readSeries(csv: string): SeriesPoint[] {
  const lines = csv.split(/\r?\n/);
  const separator = SEPARATORS.find((each) => lines.some((line) => line.includes(each)));
  if (!separator) throw new InputError(`No line has two columns. ${EXPECTED}`);
  const points: SeriesPoint[] = [];
  for (const [index, line] of lines.entries()) {
    if (line.trim() === '') continue;
    const [timestamp = '', value = '', ...others] = line.split(separator).map((cell) => cell.trim().replace(/^"(.*)"$/, '$1'));
    const number = value === '' ? NaN : Number(value);
    if (Number.isFinite(number) && others.every((cell) => cell === '')) points.push({ timestamp, value: number });
    else if (points.length > 0 || index > 0)
      throw new InputError(`Line ${index + 1}, '${line.slice(0, 60)}', is not a point. ${EXPECTED}`);
  }
  if (points.length === 0) throw new InputError(`The file has no points. ${EXPECTED}`);
  return points;
}

/** A column of numbers, one per line. Null if a line has no number. */
interface NumberColumn {
  name: string;
  values: (number | null)[];
}

/** Dates with one or more columns of numbers. */
interface SeriesTable {
  times: string[];
  columns: NumberColumn[];
}

/**
 * Reads a table from lines with a date and numbers. Several columns need a header line with their names, and may have empty cells.
 * @throws InputError that names the line.
 */
export function readTable(csv: string): SeriesTable {
  const lines = csv.split(/\r?\n/);
  const separator = SEPARATORS.find((each) => lines.some((line) => line.includes(each))) ?? ',';
  const cellsOf = (line: string) => line.split(separator).map((cell) => cell.trim().replace(/^"(.*)"$/, '$1'));
  const names = cellsOf(lines[0]!).filter((name) => name !== '');
  if (names.length < 3 || names.slice(1).some((name) => Number.isFinite(Number(name)))) {
    const points = readSeries(csv);
    return {
      times: points.map(({ timestamp }) => timestamp),
      columns: [{ name: 'value', values: points.map(({ value }) => value) }],
    };
  }
  const table: SeriesTable = { times: [], columns: names.slice(1).map((name) => ({ name, values: [] })) };
  for (const [index, line] of lines.entries()) {
    if (index === 0 || line.trim() === '') continue;
    const [time = '', ...cells] = cellsOf(line);
    const numbers = table.columns.map((_, i) => (cells[i] ? Number(cells[i]) : null));
    if (cells.length > table.columns.length || numbers.some((each) => each !== null && !Number.isFinite(each)))
      throw new InputError(
        `Line ${index + 1}, '${line.slice(0, 60)}', is not a date and numbers for ${names.slice(1).join(', ')}.`,
      );
    table.times.push(time);
    table.columns.forEach(({ values }, i) => values.push(numbers[i]!));
  }
  return table;
}

export interface Driver {
  name: string;
  values: number[];
  future_values: number[];
}

/**
 * The points of one column and its drivers. Drivers are other columns, which continue where the predicted column ends.
 * @throws InputError that says which driver lacks a number.
 */
export function questionFrom(
  { times, columns }: SeriesTable,
  { value, drivers, periods }: { value: string; drivers: readonly string[]; periods: number },
): { data: SeriesPoint[]; periods: number; regressors?: Driver[] } {
  const target = (columns.find(({ name }) => name === value) ?? columns[0]!).values;
  const known = times.flatMap((_, i) => (target[i] === null ? [] : [i]));
  const data = known.map((i) => ({ timestamp: times[i]!, value: target[i]! }));
  const chosen = columns.filter(({ name }) => name !== value && drivers.includes(name));
  if (chosen.length === 0) return { data, periods };
  const future = times.flatMap((_, i) => (i > (known.at(-1) ?? -1) ? [i] : []));
  if (future.length === 0)
    throw new InputError(
      'Drivers must be known in the future: add lines at the end with a date, an empty value and their numbers.',
    );
  const at = ({ name, values }: NumberColumn, rows: readonly number[]) =>
    rows.map((i) => {
      if (values[i] !== null) return values[i]!;
      throw new InputError(`'${name}' has no number at ${times[i]}: a driver needs one at each date.`);
    });
  const regressors = chosen.map((each) => ({ name: each.name, values: at(each, known), future_values: at(each, future) }));
  return { data, periods: future.length, regressors };
}
