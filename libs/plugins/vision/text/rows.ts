import type { BoundingBox, TextPart } from '@percept/sdk/models';
import type { TextRow } from './text-output';

type Placed = Pick<TextPart, 'text' | 'bounding_box' | 'polygon'>;

/** The middle of two parts of a row differ by less than this share of the lower one's height. */
const SAME_ROW = 0.5;

/** The lines that stand beside each other as printed rows. Expects the order of reading, and keeps it. */
export function rowsOf(lines: readonly Placed[]): TextRow[] {
  const rows: { at: number; line: Placed; gap: number }[][] = [];
  for (const [at, line] of lines.entries()) {
    const before = rows.at(-1)?.at(-1);
    const gap = before && gapBetween(before.line, line);
    if (gap === undefined) rows.push([{ at, line, gap: 0 }]);
    else rows.at(-1)!.push({ at, line, gap });
  }
  return rows.map((row) => ({
    text: row.map(({ line }) => line.text).join(' '),
    lines: row.map(({ at }) => at),
    gaps: row.slice(1).map(({ gap }) => gap),
    bounding_box: around(row.map(({ line }) => line.bounding_box)),
  }));
}

/** Pixels from the end of one part of a row to the beginning of the next; undefined if they are not of one row. */
function gapBetween(before: Placed, after: Placed): number | undefined {
  const [start, end, , below] = before.polygon;
  const next = after.polygon;
  if (!start || !end || !below || next.length < 4) return undefined;
  const size = Math.hypot(end.x - start.x, end.y - start.y) || 1;
  const [x, y] = [(end.x - start.x) / size, (end.y - start.y) / size];
  const along = (point: { x: number; y: number }) => point.x * x + point.y * y;
  const across = (points: readonly { x: number; y: number }[]) =>
    points.reduce((sum, point) => sum + point.y * x - point.x * y, 0) / points.length;
  const height = (points: readonly { x: number; y: number }[]) =>
    Math.hypot(points[3]!.x - points[0]!.x, points[3]!.y - points[0]!.y);
  const isBeside = Math.abs(across(next) - across(before.polygon)) < SAME_ROW * Math.min(height(before.polygon), height(next));
  const gap = Math.min(...next.map(along)) - Math.max(...before.polygon.map(along));
  const isAfter = Math.min(...next.map(along)) > Math.min(...before.polygon.map(along));
  return isBeside && isAfter ? Math.max(0, Math.round(gap)) : undefined;
}

function around(boxes: readonly BoundingBox[]): BoundingBox {
  const [x, y] = [Math.min(...boxes.map((box) => box.x)), Math.min(...boxes.map((box) => box.y))];
  const right = Math.max(...boxes.map((box) => box.x + box.width));
  const bottom = Math.max(...boxes.map((box) => box.y + box.height));
  return { x, y, width: right - x, height: bottom - y };
}
