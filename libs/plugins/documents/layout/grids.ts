import type { TableGrid, GridCell } from './geometry';
import type { Rule, RulingLines } from './rules';

/** Lines meet if they are closer than this share of the page's longer side. */
const NEAR = 0.004;

/** The grids formed by crossing lines, with at least two rows and two columns. */
export function findTableGrids(
  { level, upright }: RulingLines,
  { width, height }: { width: number; height: number },
): TableGrid[] {
  const near = NEAR * Math.max(width, height);
  return groupsOf(level, upright, near).flatMap((group) => {
    const xs = clustered(
      group.upright.map(({ left, right }) => (left + right) / 2),
      near,
    );
    const ys = clustered(
      group.level.map(({ top, bottom }) => (top + bottom) / 2),
      near,
    );
    if (xs.length < 3 || ys.length < 3) return [];
    const cells = cellsOf({ xs, ys }, group, near);
    const frame = { left: xs[0]!, right: xs.at(-1)!, top: ys[0]!, bottom: ys.at(-1)! };
    return cells.length < 4 ? [] : [{ rows: ys.length - 1, columns: xs.length - 1, cells, frame }];
  });
}

const touch = (a: Rule, b: Rule, near: number): boolean =>
  a.left - near <= b.right && b.left - near <= a.right && a.top - near <= b.bottom && b.top - near <= a.bottom;

/** Groups level and upright lines that touch each other directly or through others. */
function groupsOf(level: readonly Rule[], upright: readonly Rule[], near: number): RulingLines[] {
  const left = new Set<Rule>([...level, ...upright]);
  const isLevel = new Set(level);
  const groups: RulingLines[] = [];
  for (const start of level) {
    if (!left.delete(start)) continue;
    const group: RulingLines = { level: [], upright: [] };
    const open = [start];
    for (let rule = open.pop(); rule; rule = open.pop()) {
      const own = isLevel.has(rule);
      group[own ? 'level' : 'upright'].push(rule);
      for (const other of left) {
        if (isLevel.has(other) === own || !touch(rule, other, near)) continue;
        left.delete(other);
        open.push(other);
      }
    }
    groups.push(group);
  }
  return groups;
}

function clustered(values: readonly number[], near: number): number[] {
  const clusters: number[][] = [];
  for (const value of values.toSorted((a, b) => a - b)) {
    const last = clusters.at(-1);
    if (last && value - last.at(-1)! <= 2 * near) last.push(value);
    else clusters.push([value]);
  }
  return clusters.map((cluster) => cluster.reduce((sum, value) => sum + value, 0) / cluster.length);
}

/** Merges places of the grid into one cell if no line runs between them. */
function cellsOf({ xs, ys }: { xs: number[]; ys: number[] }, { level, upright }: RulingLines, near: number): GridCell[] {
  const hasUpright = (column: number, row: number): boolean => {
    const [x, y] = [xs[column]!, (ys[row]! + ys[row + 1]!) / 2];
    return upright.some((rule) => Math.abs((rule.left + rule.right) / 2 - x) <= 2 * near && rule.top <= y && y <= rule.bottom);
  };
  const hasLevel = (row: number, column: number): boolean => {
    const [x, y] = [(xs[column]! + xs[column + 1]!) / 2, ys[row]!];
    return level.some((rule) => Math.abs((rule.top + rule.bottom) / 2 - y) <= 2 * near && rule.left <= x && x <= rule.right);
  };
  const taken = new Set<string>();
  const cells: GridCell[] = [];
  for (let row = 0; row < ys.length - 1; row++) {
    for (let column = 0; column < xs.length - 1; column++) {
      if (taken.has(`${row}/${column}`)) continue;
      let [columnSpan, rowSpan] = [1, 1];
      while (column + columnSpan < xs.length - 1 && !hasUpright(column + columnSpan, row)) columnSpan++;
      const columns = Array.from({ length: columnSpan }, (_, at) => column + at);
      while (row + rowSpan < ys.length - 1 && columns.every((each) => !hasLevel(row + rowSpan, each))) rowSpan++;
      for (let down = 0; down < rowSpan; down++) for (const each of columns) taken.add(`${row + down}/${each}`);
      const frame = { left: xs[column]!, right: xs[column + columnSpan]!, top: ys[row]!, bottom: ys[row + rowSpan]! };
      cells.push({ row, column, rowSpan, columnSpan, frame });
    }
  }
  return cells;
}
