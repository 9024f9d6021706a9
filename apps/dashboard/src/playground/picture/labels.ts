import type { AnsweredBox } from '../answers';

/** The side of a cell in pixels. Labels and small boxes cover few cells. */
const SIDE = 64;

interface PlacedLabel {
  x: number;
  y: number;
  width: number;
  height: number;
}

interface Labelled {
  box: AnsweredBox;
  /** Width of the label's text on the canvas; 0 if it has none. */
  width: number;
}

/**
 * Places the labels of boxes, in canvas pixels: above or below the box, or inside at its top or bottom, where they cover neither
 * another label nor a small box. A label that fits nowhere gets no place, because the list beside the picture names it.
 */
export function placeLabels(
  marks: readonly Labelled[],
  canvas: { width: number; height: number },
  height: number,
): (PlacedLabel | undefined)[] {
  const taken = new Cells();
  const small = new Cells();
  for (const { box } of marks) if (box.height <= height * 2) small.add(box);
  const order = [...marks.keys()].sort((a, b) => area(marks[a]!.box) - area(marks[b]!.box));
  const places: (PlacedLabel | undefined)[] = marks.map(() => undefined);
  for (const index of order) {
    const { box, width } = marks[index]!;
    if (width === 0) continue;
    const place = candidates(box, { width, height }).find(
      (each) =>
        each.x >= 0 &&
        each.y >= 0 &&
        each.x + width <= canvas.width &&
        each.y + height <= canvas.height &&
        !taken.isHit(each) &&
        !small.isHit(each, box),
    );
    if (!place) continue;
    taken.add(place);
    places[index] = place;
  }
  return places;
}

const area = ({ width, height }: AnsweredBox): number => width * height;

function candidates(box: AnsweredBox, { width, height }: { width: number; height: number }): PlacedLabel[] {
  const [left, right] = [box.x, box.x + box.width - width];
  const rows = [box.y - height, box.y + box.height];
  // Inside only if most of the box stays visible.
  if (box.height > height * 3 && box.width > width) rows.push(box.y, box.y + box.height - height);
  return rows.flatMap((y) => [left, right].map((x) => ({ x, y, width, height })));
}

/** A spatial index of boxes: an overlap test does not check all of them. */
class Cells {
  private readonly cells = new Map<string, AnsweredBox[]>();

  add(box: AnsweredBox): void {
    for (const cell of cellsOf(box)) {
      const known = this.cells.get(cell);
      if (known) known.push(box);
      else this.cells.set(cell, [box]);
    }
  }

  /** Whether this box overlaps an added box other than `itself`. */
  isHit(box: AnsweredBox, itself?: AnsweredBox): boolean {
    return cellsOf(box).some((cell) => this.cells.get(cell)?.some((other) => other !== itself && overlaps(box, other)));
  }
}

const overlaps = (a: AnsweredBox, b: AnsweredBox): boolean =>
  a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;

function cellsOf({ x, y, width, height }: AnsweredBox): string[] {
  const cells: string[] = [];
  for (let column = Math.floor(x / SIDE); column * SIDE <= x + width; column++)
    for (let row = Math.floor(y / SIDE); row * SIDE <= y + height; row++) cells.push(`${column} ${row}`);
  return cells;
}
