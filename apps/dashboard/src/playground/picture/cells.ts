import type { Box } from '../answers';

/** The side of a cell in pixels. Labels and small boxes cover few cells. */
const SIDE = 64;

/** A spatial index of boxes: an overlap test does not check all of them. */
export class Cells {
  private readonly cells = new Map<string, Box[]>();

  add(box: Box): void {
    for (const cell of cellsOf(box)) {
      const known = this.cells.get(cell);
      if (known) known.push(box);
      else this.cells.set(cell, [box]);
    }
  }

  /** Whether this box overlaps an added box other than `itself`. */
  isHit(box: Box, itself?: Box): boolean {
    return cellsOf(box).some((cell) => this.cells.get(cell)?.some((other) => other !== itself && overlaps(box, other)));
  }
}

const overlaps = (a: Box, b: Box): boolean =>
  a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;

function cellsOf({ x, y, width, height }: Box): string[] {
  const cells: string[] = [];
  for (let column = Math.floor(x / SIDE); column * SIDE <= x + width; column++)
    for (let row = Math.floor(y / SIDE); row * SIDE <= y + height; row++) cells.push(`${column} ${row}`);
  return cells;
}
