import type { TextRegion } from '@percept/sdk/models';

interface Size {
  width: number;
  height: number;
}

/** If the edge of the image cuts through a row, less of it is visible than this share of the next row. */
const CUT = 0.8;
/** Maximum distance of a cut row from the edge: in pixels, or as a share of half of its height. */
const NEAR = { pixels: 2, share: 0.2 };

/** Marks the rows that the edge of the image probably cuts through: they reach it, and the row next to them is taller. */
export function withCutRows(regions: readonly TextRegion[], image: Size): TextRegion[] {
  const longest = regions.toSorted((first, second) => second.length - first.length)[0];
  if (!longest) return [];
  const isLevel = Math.abs(longest.direction.x) >= Math.abs(longest.direction.y);
  const rows = regions.map((region) => ({ region, ...rowOf(region, image, isLevel) }));
  const isCut = (row: Row): boolean => {
    const away = (other: Row) => Math.abs(other.middle - row.middle);
    const others = rows.filter((other) => away(other) > Math.max(other.seen, row.seen) / 2);
    const next = others.sort((first, second) => away(first) - away(second))[0];
    return row.atEdge && next !== undefined && row.seen < CUT * next.seen;
  };
  return rows.map((row) => ({ ...row.region, isCut: isCut(row) }));
}

interface Row {
  /** Pixels across the rows. */
  middle: number;
  /** How much of the row's height lies inside the image. */
  seen: number;
  atEdge: boolean;
}

/** @param isLevel whether the rows run across the image, not down. */
function rowOf({ centre, direction, length, height }: TextRegion, image: Size, isLevel: boolean): Row {
  const [across, down] = [Math.abs(direction.x), Math.abs(direction.y)];
  const [middle, half, end] = isLevel
    ? [centre.y, (down * length + across * height) / 2, image.height]
    : [centre.x, (across * length + down * height) / 2, image.width];
  const [from, to] = [Math.max(0, middle - half), Math.min(end, middle + half)];
  return { middle, seen: to - from, atEdge: Math.min(from, end - to) < Math.max(NEAR.pixels, half * NEAR.share) };
}
