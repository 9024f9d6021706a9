import { frameIn, findMiddle, type TextFrame, type TableGrid, type GridCell, type PageLine } from './geometry';
import { lineFrom } from './gutters';
import { findPrintedRows } from './rows';
import type { Table } from './tables';

const cellAt = (grid: TableGrid, { left, right, top, bottom }: TextFrame): GridCell | undefined => {
  const [x, y] = [(left + right) / 2, (top + bottom) / 2];
  return grid.cells.find(({ frame }) => frame.left <= x && x < frame.right && frame.top <= y && y < frame.bottom);
};

/** Cuts the lines that run through several cells where their words enter another cell. */
export function cutAtGrids(lines: readonly PageLine[], grids: readonly TableGrid[]): PageLine[] {
  return lines.flatMap((line) => {
    const frame = frameIn(line.polygon, 0);
    const grid = grids.find(
      ({ frame: { top, bottom, left, right } }) =>
        top <= findMiddle(frame) && findMiddle(frame) <= bottom && frame.left < right && left < frame.right,
    );
    if (!grid || line.words.length < 2) return [line];
    const parts: { cell: GridCell | undefined; words: PageLine['words'] }[] = [];
    for (const word of line.words) {
      const cell = cellAt(grid, frameIn(word.polygon, 0));
      const last = parts.at(-1);
      if (last && last.cell === cell) last.words.push(word);
      else parts.push({ cell, words: [word] });
    }
    return parts.length < 2 ? [line] : parts.map(({ words }) => lineFrom(words));
  });
}

/** The tables framed by drawn lines, with the lines of text in their cells. Grids without text are drawings. */
export function ruledTables(lines: readonly PageLine[], grids: readonly TableGrid[]): Table[] {
  const frames = lines.map(({ polygon }) => frameIn(polygon, 0));
  return grids.flatMap((grid) => {
    const within = new Map<GridCell, number[]>();
    for (const [at, frame] of frames.entries()) {
      const cell = cellAt(grid, frame);
      if (cell) within.set(cell, [...(within.get(cell) ?? []), at]);
    }
    if (within.size < 2) return [];
    const inTable = new Set([...within.values()].flat());
    return [
      {
        rows: grid.rows,
        columns: grid.columns,
        cells: [...within].map(([cell, places]) => ({ ...cell, lines: places })),
        frame: grid.frame,
        of: findPrintedRows(lines, 0, (at) => inTable.has(at)),
      },
    ];
  });
}
