import { CoarseVectors } from './coarse-vectors';

/** The error of a product of two vectors of 32-bit floats: with itself, a vector reaches less than 1. */
export const ROUNDING = 1e-6;

/** An entry that is near to the search input. */
export interface NearEntry {
  id: string;
  /** Cosine of the angle between the two vectors. */
  similarity: number;
}

export interface NearQuery {
  vector: Float32Array;
  limit: number;
  minSimilarity: number;
  /** Only entries with one of these labels. */
  labels?: readonly (string | null)[];
}

/** Entries to add or replace: their vectors of length 1, in one list. */
export interface VectorBatch {
  ids: string[];
  labels: (string | null)[];
  vectors: Float32Array;
}

interface Pair {
  ids: [string, string];
  similarity: number;
}

/** Copies of one picture make half their square of pairs: no more are kept at once. */
const MAX_PAIRS = 1_000_000;

/** The vectors of a collection in memory. Searches are exact: each looks at every vector, at most of them coarsely. */
export class VectorTable {
  private vectors = new Float32Array(0);
  private readonly ids: string[] = [];
  private readonly labels: (string | null)[] = [];
  private readonly places = new Map<string, number>();
  /** Undefined: no room for coarse vectors. */
  private coarse: CoarseVectors | undefined;

  constructor(readonly dimensions: number) {
    this.coarse = new CoarseVectors(dimensions);
  }

  get size(): number {
    return this.ids.length;
  }

  get bytes(): number {
    return this.vectors.byteLength;
  }

  put({ ids, labels, vectors }: VectorBatch): void {
    this.reserve(this.ids.length + ids.length);
    for (const [index, id] of ids.entries()) {
      const place = this.places.get(id) ?? this.ids.length;
      const from = index * this.dimensions;
      const vector = vectors.subarray(from, from + this.dimensions);
      this.vectors.set(vector, place * this.dimensions);
      this.coarse?.set(place, vector);
      this.ids[place] = id;
      this.labels[place] = labels[index]!;
      this.places.set(id, place);
    }
  }

  /** The last entry moves to the free place. */
  remove(id: string): void {
    const place = this.places.get(id);
    if (place === undefined) return;
    const last = this.ids.length - 1;
    const { dimensions } = this;
    this.vectors.copyWithin(place * dimensions, last * dimensions, (last + 1) * dimensions);
    this.coarse?.move(last, place);
    this.ids[place] = this.ids[last]!;
    this.labels[place] = this.labels[last]!;
    this.places.set(this.ids[place], place);
    this.places.delete(id);
    this.ids.length = last;
    this.labels.length = last;
  }

  /** The nearest first. */
  search({ vector, limit, labels, ...query }: NearQuery): NearEntry[] {
    const minSimilarity = query.minSimilarity - ROUNDING;
    const nearest = new Nearest(limit);
    const wanted = labels && new Set(labels);
    const at = (place: number): void => {
      if (wanted && !wanted.has(this.labels[place]!)) return;
      const similarity = this.similarity(vector, 0, place);
      if (similarity >= minSimilarity && similarity > nearest.least) nearest.add(this.ids[place]!, similarity);
    };
    if (this.coarse) this.coarse.above(vector, this.ids.length, { least: () => Math.max(minSimilarity, nearest.least), at });
    else for (let place = 0; place < this.ids.length; place++) at(place);
    return nearest.sorted();
  }

  /** Four sums at once: a processor adds to one while it multiplies for the next. */
  private similarity(vector: Float32Array, start: number, place: number, vectors: Float32Array = this.vectors): number {
    const { dimensions } = this;
    const from = place * dimensions;
    let [one, two, three, four] = [0, 0, 0, 0];
    let at = 0;
    for (; at + 3 < dimensions; at += 4) {
      one += vector[start + at]! * vectors[from + at]!;
      two += vector[start + at + 1]! * vectors[from + at + 1]!;
      three += vector[start + at + 2]! * vectors[from + at + 2]!;
      four += vector[start + at + 3]! * vectors[from + at + 3]!;
    }
    for (; at < dimensions; at++) one += vector[start + at]! * vectors[from + at]!;
    return one + two + three + four;
  }

  /** The entries that have a label, with their vectors. */
  labelled(): VectorBatch & { labels: string[] } {
    const places = [...this.ids.keys()].filter((place) => this.labels[place] !== null);
    const vectors = new Float32Array(places.length * this.dimensions);
    for (const [index, place] of places.entries())
      vectors.set(this.vectors.subarray(place * this.dimensions, (place + 1) * this.dimensions), index * this.dimensions);
    return { ids: places.map((place) => this.ids[place]!), labels: places.map((place) => this.labels[place]!), vectors };
  }

  private reserve(count: number): void {
    const needed = count * this.dimensions;
    if (this.coarse?.reserve(count) === false) this.coarse = undefined;
    if (needed <= this.vectors.length) return;
    const grown = new Float32Array(Math.max(needed, Math.ceil(this.vectors.length * 1.5)));
    grown.set(this.vectors);
    this.vectors = grown;
  }

  /**
   * All pairs with at least that similarity, as a list of their first and second ids; of very many, at least those that join the
   * same groups. @param byRoots see `rooted`.
   */
  pairs(minSimilarity: number, byRoots = false, most = MAX_PAIRS): Pair[] {
    let found: Pair[] = [];
    let groups: Groups | undefined;
    const vectors = byRoots ? rooted(this.vectors, this.ids.length, this.dimensions) : this.vectors;
    const coarse = byRoots ? coarseOf(vectors, this.dimensions) : this.coarse;
    const least = minSimilarity - ROUNDING;
    for (let one = 1; one < this.ids.length; one++) {
      const start = one * this.dimensions;
      const at = (other: number): void => {
        if (groups && groups.of(one) === groups.of(other)) return;
        const similarity = this.similarity(vectors, start, other, vectors);
        if (similarity < least) return;
        found.push({ ids: [this.ids[other]!, this.ids[one]!], similarity });
        groups?.join(one, other);
      };
      if (coarse) coarse.above(vectors.subarray(start, start + this.dimensions), one, { least: () => least, at });
      else for (let other = 0; other < one; other++) at(other);
      if (groups || found.length <= most) continue;
      const joined = (groups = new Groups(this.ids.length));
      found.sort((pair, other) => other.similarity - pair.similarity);
      found = found.filter(({ ids }) => joined.join(this.places.get(ids[0])!, this.places.get(ids[1])!));
    }
    return found;
  }
}

/** Entries that pairs join, by their places. */
class Groups {
  private readonly next: Int32Array;

  constructor(count: number) {
    this.next = Int32Array.from({ length: count }, (_, place) => place);
  }

  of(place: number): number {
    let group = place;
    while (this.next[group]! !== group) group = this.next[group] = this.next[this.next[group]!]!;
    return group;
  }

  /** @returns whether they were apart. */
  join(one: number, other: number): boolean {
    const [from, into] = [this.of(one), this.of(other)];
    this.next[from] = into;
    return from !== into;
  }
}

/** Undefined: no room. */
function coarseOf(vectors: Float32Array, dimensions: number): CoarseVectors | undefined {
  const coarse = new CoarseVectors(dimensions);
  const count = vectors.length / dimensions;
  if (!coarse.reserve(count)) return undefined;
  for (let place = 0; place < count; place++) coarse.set(place, vectors.subarray(place * dimensions, (place + 1) * dimensions));
  return coarse;
}

/**
 * Square roots of the numbers, with their signs, scaled back to length 1. A few large numbers say what a picture shows; the many
 * small ones say how it looks. With roots, copies stay near, but other pictures of the same kind do not.
 */
export function rooted(vectors: Float32Array, count: number, dimensions: number): Float32Array {
  const roots = vectors.slice(0, count * dimensions).map((value) => Math.sign(value) * Math.sqrt(Math.abs(value)));
  for (let from = 0; from < roots.length; from += dimensions) {
    const row = roots.subarray(from, from + dimensions);
    const length = Math.sqrt(row.reduce((sum, value) => sum + value * value, 0)) || 1;
    for (let at = 0; at < dimensions; at++) row[at]! /= length;
  }
  return roots;
}

/** The best matches, in a heap whose top is the worst of them. */
class Nearest {
  private readonly heap: NearEntry[] = [];

  constructor(private readonly limit: number) {}

  /** A new match must score higher than this. */
  get least(): number {
    return this.heap.length < this.limit ? -Infinity : this.heap[0]!.similarity;
  }

  add(id: string, similarity: number): void {
    if (this.heap.length < this.limit) {
      this.heap.push({ id, similarity });
      if (this.heap.length === this.limit) this.heap.sort((one, other) => one.similarity - other.similarity);
      return;
    }
    const { heap } = this;
    let place = 0;
    for (;;) {
      const left = 2 * place + 1;
      if (left >= heap.length) break;
      const child = left + 1 < heap.length && heap[left + 1]!.similarity < heap[left]!.similarity ? left + 1 : left;
      if (heap[child]!.similarity >= similarity) break;
      heap[place] = heap[child]!;
      place = child;
    }
    heap[place] = { id, similarity };
  }

  sorted(): NearEntry[] {
    return this.heap.toSorted((one, other) => other.similarity - one.similarity);
  }
}
