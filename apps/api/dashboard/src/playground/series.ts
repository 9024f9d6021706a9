export interface Point {
  timestamp: string;
  value: number;
}

/**
 * Points from lines of `date,value`; a header line and blank lines are passed over.
 * @throws Error that names the line.
 */
export function readSeries(csv: string): Point[] {
  const points: Point[] = [];
  for (const [index, line] of csv.split(/\r?\n/).entries()) {
    if (line.trim() === '') continue;
    const [timestamp = '', value = ''] = line.split(/[,;\t]/).map((cell) => cell.trim().replace(/^"(.*)"$/, '$1'));
    const number = Number(value);
    if (value === '' || !Number.isFinite(number)) {
      if (points.length === 0 && index === 0) continue;
      throw new Error(`Line ${index + 1} is not 'date,value': ${line.slice(0, 60)}`);
    }
    points.push({ timestamp, value: number });
  }
  return points;
}
