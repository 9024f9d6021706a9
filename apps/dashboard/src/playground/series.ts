import { InputError } from '../api/input-error';

export interface Point {
  timestamp: string;
  value: number;
}

const EXPECTED =
  'A series is text with one point per line: a date such as 2026-01-31, a comma, semicolon or tab, and a number such as 12.5.';
const SEPARATORS = ['\t', ';', ','];
/** Bytes of an image or a spreadsheet, decoded as text. */
const BINARY = /[\0\uFFFD]/;

/**
 * The text of a file that should be a series.
 * @throws InputError if it is another kind of file.
 */
export async function readText(file: File): Promise<string> {
  const text = await file.text();
  if (BINARY.test(text)) throw new InputError(`'${file.name}' is not a text file in UTF-8. ${EXPECTED}`);
  return text;
}

/**
 * Points from lines of `date,value`; a header line and blank lines are passed over.
 * @throws InputError that names the line.
 */
export function readSeries(csv: string): Point[] {
  const lines = csv.split(/\r?\n/);
  const separator = SEPARATORS.find((each) => lines.some((line) => line.includes(each)));
  if (!separator) throw new InputError(`No line has two columns. ${EXPECTED}`);
  const points: Point[] = [];
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
