export type ColorPoint = readonly [number, number, number];

export interface Weighted {
  point: ColorPoint;
  weight: number;
}

const ROUNDS = 24;

/**
 * K-means over weighted points, heaviest cluster first. It starts from the heaviest point and takes each further centre where
 * weight and distance are greatest. It uses no random numbers: equal points give equal clusters.
 * @param max greatest number of clusters.
 * @param distinct centres closer than this are merged.
 * @param min clusters with a smaller part of the total weight are dissolved into their nearest neighbours.
 */
export function clusters(
  points: readonly Weighted[],
  { max, distinct, min }: { max: number; distinct: number; min: number },
): Weighted[] {
  let centres = firstCentres(points, max);
  for (let round = 0; round < ROUNDS; round++) centres = means(points, centres).map(({ point }) => point);
  const whole = points.reduce((sum, { weight }) => sum + weight, 0);
  let found = joined(means(points, centres), distinct);
  const heavy = found.filter(({ weight }) => weight >= min * whole);
  if (heavy.length > 0 && heavy.length < found.length) {
    // The centres stay: pixels of a dissolved cluster must not tint the cluster that takes them.
    const weights = weightsAt(points, heavy);
    found = heavy.map(({ point }, index) => ({ point, weight: weights[index]! }));
  }
  return found.sort((one, other) => other.weight - one.weight || compare(one.point, other.point));
}

const colorDistance = (one: ColorPoint, other: ColorPoint) => Math.hypot(one[0] - other[0], one[1] - other[1], one[2] - other[2]);

function compare(one: ColorPoint, other: ColorPoint): number {
  return one[0] - other[0] || one[1] - other[1] || one[2] - other[2];
}

function firstCentres(points: readonly Weighted[], max: number): ColorPoint[] {
  const ranked = points.toSorted((one, other) => other.weight - one.weight || compare(one.point, other.point));
  const centres = ranked.slice(0, 1).map(({ point }) => point);
  while (centres.length < Math.min(max, points.length)) {
    const gain = ({ point, weight }: Weighted) =>
      weight * Math.min(...centres.map((centre) => colorDistance(point, centre))) ** 2;
    const best = ranked.reduce((one, other) => (gain(other) > gain(one) ? other : one));
    if (gain(best) === 0) break;
    centres.push(best.point);
  }
  return centres;
}

function nearestOf(point: ColorPoint, centres: readonly ColorPoint[]): number {
  let best = 0;
  for (let index = 1; index < centres.length; index++) {
    if (colorDistance(point, centres[index]!) < colorDistance(point, centres[best]!)) best = index;
  }
  return best;
}

/** The mean of the points nearest to each centre; centres without points are dropped. */
function means(points: readonly Weighted[], centres: readonly ColorPoint[]): Weighted[] {
  const parts: Weighted[][] = centres.map(() => []);
  for (const each of points) parts[nearestOf(each.point, centres)]!.push(each);
  return parts.filter((part) => part.length > 0).map(mean);
}

function weightsAt(points: readonly Weighted[], found: readonly Weighted[]): number[] {
  const centres = found.map(({ point }) => point);
  const weights = centres.map(() => 0);
  for (const { point, weight } of points) weights[nearestOf(point, centres)]! += weight;
  return weights;
}

function mean(part: readonly Weighted[]): Weighted {
  const weight = part.reduce((sum, each) => sum + each.weight, 0);
  const along = (axis: 0 | 1 | 2) => part.reduce((sum, each) => sum + each.point[axis] * each.weight, 0) / weight;
  return { point: [along(0), along(1), along(2)], weight };
}

/** Merges the two closest centres until none are closer than `distinct`. */
function joined(centres: readonly Weighted[], distinct: number): Weighted[] {
  let rest = [...centres];
  for (;;) {
    const pairs = rest.flatMap((one, index) => rest.slice(index + 1).map((other) => ({ one, other })));
    const [closest] = pairs.sort((a, b) => colorDistance(a.one.point, a.other.point) - colorDistance(b.one.point, b.other.point));
    if (!closest || colorDistance(closest.one.point, closest.other.point) >= distinct) return rest;
    rest = [...rest.filter((each) => each !== closest.one && each !== closest.other), mean([closest.one, closest.other])];
  }
}
