import type { BoundingBox, TextPart } from '@percept/sdk/models';
import { measureBends } from '../models/text/layout/page-bend';
import { commonDirection, regionWith } from '../models/text/rectangle';
import type { TextRow } from './text-output';

type Placed = Pick<TextPart, 'text' | 'bounding_box' | 'polygon'>;

/** The middles of two parts of a row differ by less than this share of the lower one's height. */
const SAME_ROW = 0.5;

/** Groups lines that stand beside each other to printed rows. Expects the order of reading, and keeps it. */
export function groupRows(lines: readonly Placed[]): TextRow[] {
  const bends = bendsIn(lines);
  const rows: { at: number; line: Placed; gap: number }[][] = [];
  for (const [at, line] of lines.entries()) {
    const before = rows.at(-1)?.at(-1);
    const gap = before && gapBetween(before.line, line, bends && { ...bends, lower: bends.lower[at]! - bends.lower[before.at]! });
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

interface Bend<Lower> {
  /** Direction of the page's text. */
  along: { x: number; y: number };
  /** How much lower than its row a line lies. */
  lower: Lower;
}

/** Undefined for a flat page. */
function bendsIn(lines: readonly Placed[]): Bend<number[]> | undefined {
  if (lines.some(({ polygon }) => polygon.length < 4)) return undefined;
  const regions = lines.map(({ polygon }) => regionWith(polygon));
  const along = commonDirection(regions);
  const lower = measureBends(regions, along);
  return lower.some((by) => by !== 0) ? { along, lower } : undefined;
}

/** Pixels from the end of one part of a row to the beginning of the next; undefined if they are in different rows. */
function gapBetween(before: Placed, after: Placed, bend?: Bend<number>): number | undefined {
  if (before.polygon.length < 4 || after.polygon.length < 4) return undefined;
  const { x, y } = bend?.along ?? directionOf([before, after].find(({ text }) => [...text].length > 1));
  const along = ({ polygon }: Placed) => extent(polygon.map((point) => point.x * x + point.y * y));
  const across = ({ polygon }: Placed) => extent(polygon.map((point) => point.y * x - point.x * y));
  const [first, second] = [across(before), across(after)];
  const isBeside =
    Math.abs(middle(second) - middle(first) - (bend?.lower ?? 0)) < SAME_ROW * Math.min(length(first), length(second));
  const isAfter = along(after).from > along(before).from;
  return isBeside && isAfter ? Math.max(0, Math.round(along(after).from - along(before).to)) : undefined;
}

/** Unit vector along a line. Without a line the direction is level: the box of a single letter shows none. */
function directionOf(line: Placed | undefined): { x: number; y: number } {
  const [start, end] = line?.polygon ?? [];
  const [x, y] = start && end ? [end.x - start.x, end.y - start.y] : [1, 0];
  const size = Math.hypot(x, y) || 1;
  return { x: x / size, y: y / size };
}

interface Extent {
  from: number;
  to: number;
}

const extent = (values: readonly number[]): Extent => ({ from: Math.min(...values), to: Math.max(...values) });
const middle = ({ from, to }: Extent): number => (from + to) / 2;
const length = ({ from, to }: Extent): number => to - from;

function around(boxes: readonly BoundingBox[]): BoundingBox {
  const [x, y] = [Math.min(...boxes.map((box) => box.x)), Math.min(...boxes.map((box) => box.y))];
  const right = Math.max(...boxes.map((box) => box.x + box.width));
  const bottom = Math.max(...boxes.map((box) => box.y + box.height));
  return { x, y, width: right - x, height: bottom - y };
}
