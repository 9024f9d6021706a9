export interface LayoutPoint {
  x: number;
  y: number;
}

/** A piece of text with its place. The corners run clockwise as the text is read, starting at the beginning of its upper edge. */
export interface PlacedText {
  text: string;
  /** From 0 to 1. */
  confidence: number;
  polygon: LayoutPoint[];
}

export interface PageLine extends PlacedText {
  words: PlacedText[];
}

/** A page with its text, in reading order. Places are in its unit, from the upper left corner. */
export interface ReadingPage {
  /** Page number, from 1. */
  number: number;
  width: number;
  height: number;
  unit: 'inch' | 'pixel';
  /** Degrees by which the page's text is turned clockwise, more than -180 and at most 180. */
  angle: number;
  lines: PageLine[];
  /** The grids drawn on the page. */
  grids: TableGrid[];
}

/** A box in the frame of the text: x along its lines, y across them. */
export interface TextFrame {
  left: number;
  right: number;
  top: number;
  bottom: number;
}

/** A table as its drawn lines define it. */
export interface TableGrid {
  rows: number;
  columns: number;
  cells: GridCell[];
  frame: TextFrame;
}

export interface GridCell {
  row: number;
  column: number;
  rowSpan: number;
  columnSpan: number;
  frame: TextFrame;
}

export const rectanglePolygon = (left: number, top: number, right: number, bottom: number): LayoutPoint[] => [
  { x: left, y: top },
  { x: right, y: top },
  { x: right, y: bottom },
  { x: left, y: bottom },
];

/** The place of a polygon, in the coordinates of text that is turned by `angle` degrees. */
export function frameIn(polygon: readonly LayoutPoint[], angle: number): TextFrame {
  const [cos, sin] = [Math.cos((angle * Math.PI) / 180), Math.sin((angle * Math.PI) / 180)];
  const xs = polygon.map(({ x, y }) => x * cos + y * sin);
  const ys = polygon.map(({ x, y }) => y * cos - x * sin);
  return { left: Math.min(...xs), right: Math.max(...xs), top: Math.min(...ys), bottom: Math.max(...ys) };
}

/** Converts a box of that frame into a polygon on the page. */
export function polygonIn({ left, right, top, bottom }: TextFrame, angle: number): LayoutPoint[] {
  const [cos, sin] = [Math.cos((angle * Math.PI) / 180), Math.sin((angle * Math.PI) / 180)];
  return rectanglePolygon(left, top, right, bottom).map(({ x, y }) => ({ x: x * cos - y * sin, y: x * sin + y * cos }));
}

export function around(frames: readonly TextFrame[]): TextFrame {
  return {
    left: Math.min(...frames.map(({ left }) => left)),
    right: Math.max(...frames.map(({ right }) => right)),
    top: Math.min(...frames.map(({ top }) => top)),
    bottom: Math.max(...frames.map(({ bottom }) => bottom)),
  };
}

export const measureHeight = ({ top, bottom }: TextFrame): number => bottom - top;
export const findMiddle = ({ top, bottom }: TextFrame): number => (top + bottom) / 2;

export function middleValue(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0;
}

/** Degrees by which the text is turned. Longer lines count more; 0 if no line is longer than high. */
export function measureAngle(lines: readonly Pick<PlacedText, 'polygon'>[]): number {
  const turned = lines.flatMap(({ polygon: [start, end, , below] }) => {
    if (!start || !end || !below) return [];
    const length = Math.hypot(end.x - start.x, end.y - start.y);
    if (length < 2 * Math.hypot(below.x - start.x, below.y - start.y)) return [];
    return [{ angle: (Math.atan2(end.y - start.y, end.x - start.x) * 180) / Math.PI, length }];
  });
  const quarters = [0, 90, 180, -90].map((quarter) => ({
    quarter,
    lines: turned.filter(({ angle }) => Math.abs(difference(angle, quarter)) <= 45),
  }));
  const weight = (of: typeof turned) => of.reduce((sum, { length }) => sum + length, 0);
  const main = quarters.reduce((best, each) => (weight(each.lines) > weight(best.lines) ? each : best));
  if (main.lines.length === 0) return 0;
  return main.quarter + weightedMedian(main.lines.map(({ angle, length }) => [difference(angle, main.quarter), length]));
}

const difference = (one: number, other: number): number => ((((one - other + 180) % 360) + 360) % 360) - 180;

function weightedMedian(values: [value: number, weight: number][]): number {
  const sorted = values.toSorted(([a], [b]) => a - b);
  let left = values.reduce((sum, [, weight]) => sum + weight, 0) / 2;
  return sorted.find(([, weight]) => (left -= weight) <= 0)?.[0] ?? 0;
}
