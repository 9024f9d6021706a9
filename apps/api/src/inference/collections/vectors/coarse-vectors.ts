import { openScan, type Scan, type ScanMemory } from './scan-module';

const PAGE = 65_536;
/** The limit of WebAssembly's memory. */
const MAX_BYTES = 2 ** 32 - PAGE;
/** Rows of one step. */
const BLOCK = 4_096;
const ALIGN = 16;
/** Number of steps for quantizing a row's numbers. */
const STEPS = 127;
/** As above, for a query. A sum of products stays in 32 bits up to 8,192 dimensions. */
const QUERY_STEPS = 8_192;
/** The largest error of sums of 32-bit floats. */
const ROUNDING = 1e-5;

/**
 * Vectors of length 1 with one byte for each number: comparing them with a query takes a quarter of the memory and a tenth of the
 * time. The possible error of each similarity is known, so a search that checks the candidates with full precision stays exact.
 */
export class CoarseVectors {
  private readonly memory: ScanMemory;
  private readonly scan: Scan['scan'];
  private readonly stride: number;
  /** Bytes before the rows: the query and the products of a block. */
  private readonly head: number;
  private scales = new Float32Array(0);
  private errors = new Float32Array(0);

  constructor(private readonly dimensions: number) {
    ({ memory: this.memory, scan: this.scan } = openScan());
    this.stride = Math.ceil(dimensions / ALIGN) * ALIGN;
    this.head = 2 * this.stride + 4 * BLOCK;
  }

  /** @returns whether there is room for that many rows. */
  reserve(count: number): boolean {
    const bytes = this.head + count * this.stride;
    if (bytes > MAX_BYTES) return false;
    const before = this.memory.buffer.byteLength;
    // Growing takes time, so it is done only a few times.
    if (bytes > before) this.memory.grow(Math.ceil((Math.min(MAX_BYTES, Math.max(bytes, 1.5 * before)) - before) / PAGE));
    this.scales = grown(this.scales, count);
    this.errors = grown(this.errors, count);
    return true;
  }

  set(place: number, vector: Float32Array): void {
    let most = 0;
    for (let at = 0; at < this.dimensions; at++) most = Math.max(most, Math.abs(vector[at]!));
    const scale = most / STEPS || 1;
    const row = new Int8Array(this.memory.buffer, this.head + place * this.stride, this.stride);
    let error = 0;
    for (let at = 0; at < this.dimensions; at++) {
      row[at] = Math.round(vector[at]! / scale);
      error += (vector[at]! - row[at]! * scale) ** 2;
    }
    this.scales[place] = scale;
    this.errors[place] = Math.sqrt(error);
  }

  move(from: number, to: number): void {
    const start = this.head + from * this.stride;
    new Uint8Array(this.memory.buffer).copyWithin(this.head + to * this.stride, start, start + this.stride);
    this.scales[to] = this.scales[from]!;
    this.errors[to] = this.errors[from]!;
  }

  /** Calls `at` with each of the first `count` places whose similarity may exceed the current result of `least`. */
  above(query: Float32Array, count: number, look: { least: () => number; at: (place: number) => void }): void {
    const { buffer } = this.memory;
    const coarse = new Int16Array(buffer, 0, this.stride).fill(0);
    let off = 0;
    for (let at = 0; at < this.dimensions; at++) {
      coarse[at] = Math.round(query[at]! * QUERY_STEPS);
      off += (query[at]! - coarse[at]! / QUERY_STEPS) ** 2;
    }
    off = Math.sqrt(off);
    const products = new Int32Array(buffer, 2 * this.stride, BLOCK);
    for (let from = 0; from < count; from += BLOCK) {
      const rows = Math.min(BLOCK, count - from);
      this.scan(this.head + from * this.stride, 0, rows, this.stride, 2 * this.stride);
      for (let row = 0; row < rows; row++) {
        const place = from + row;
        // By the Cauchy–Schwarz inequality, for vectors of length 1.
        const most = (products[row]! / QUERY_STEPS) * this.scales[place]! + off + this.errors[place]! * (1 + off) + ROUNDING;
        if (most > look.least()) look.at(place);
      }
    }
  }
}

function grown(before: Float32Array<ArrayBuffer>, count: number): Float32Array<ArrayBuffer> {
  if (count <= before.length) return before;
  const after = new Float32Array(Math.max(count, Math.ceil(before.length * 1.5)));
  after.set(before);
  return after;
}
