/** Memory that grows by pages of 64 KB. */
export interface ScanMemory {
  readonly buffer: ArrayBuffer;
  grow(pages: number): number;
}

/** The part of Node's WebAssembly that is needed: the usual types are those of browsers. */
declare const WebAssembly: {
  Module: new (bytes: Uint8Array) => object;
  Instance: new (module: object, imports: object) => { exports: unknown };
  Memory: new (options: { initial: number }) => ScanMemory;
};

/** The module's exports. Places are byte offsets in its memory. */
export interface Scan {
  /** Writes the product of the query with each of `count` rows as a 32-bit integer. A row has `stride` bytes, a multiple of 16. */
  readonly scan: (...given: [rows: number, query: number, count: number, stride: number, out: number]) => void;
}

const [ROWS, QUERY, COUNT, STRIDE, OUT, PLACE, END, ONE, OTHER] = [0, 1, 2, 3, 4, 5, 6, 7, 8];
const [I32, V128] = [0x7f, 0x7b];
const END_OF_BLOCK = 0x0b;

const get = (local: number) => [0x20, local];
const set = (local: number) => [0x21, local];
const add = (local: number, bytes: number) => [...get(local), 0x41, bytes, 0x6a, ...set(local)];
/** A loop that goes on while the condition at its end holds. */
const loop = (...body: number[][]) => [0x03, 0x40, ...body.flat(), 0x0d, 0, END_OF_BLOCK];
/**
 * Multiplies eight bytes of the row by eight of the query's 16-bit integers, and adds the products to a local that holds four sums.
 */
const multiply = (sums: number, bytes: number) => [
  ...get(sums),
  // v128.load8x8_s, v128.load, i32x4.dot_i16x8_s, i32x4.add
  ...[...get(PLACE), 0xfd, 0x01, 0, bytes],
  ...[...get(QUERY), 0xfd, 0x00, 0, 2 * bytes],
  ...[0xfd, 0xba, 0x01],
  ...[0xfd, 0xae, 0x01],
  ...set(sums),
];
const zero = (local: number) => [0xfd, 0x0c, ...Array.from({ length: 16 }, () => 0), ...set(local)];
const lane = (local: number, number: number) => [...get(local), 0xfd, 0x1b, number];

/** Rewinds the query after each row: it has two bytes for each byte of a row. */
const REWIND = [...get(QUERY), ...get(STRIDE), 0x41, 1, 0x74, 0x6b, ...set(QUERY)];
const ROW = [
  ...[...zero(ONE), ...zero(OTHER), ...get(ROWS), ...set(PLACE)],
  ...[...get(ROWS), ...get(STRIDE), 0x6a, ...set(END)],
  ...loop(multiply(ONE, 0), multiply(OTHER, 8), add(QUERY, 32), add(PLACE, 16), [...get(PLACE), ...get(END), 0x47]),
  ...[...get(ONE), ...get(OTHER), 0xfd, 0xae, 0x01, ...set(ONE)],
  // Adds the four sums, and stores the result where `out` points.
  ...[...get(OUT), ...lane(ONE, 0), ...lane(ONE, 1), 0x6a, ...lane(ONE, 2), 0x6a, ...lane(ONE, 3), 0x6a, 0x36, 0, 0],
  ...[...add(OUT, 4), ...get(END), ...set(ROWS), ...REWIND],
  ...[...get(COUNT), 0x41, 1, 0x6b, 0x22, COUNT],
];

const vector = (...parts: number[][]) => [parts.length, ...parts.flat()];
const sized = (bytes: number[]): number[] =>
  bytes.length < 0x80 ? [bytes.length, ...bytes] : [(bytes.length & 0x7f) | 0x80, bytes.length >> 7, ...bytes];
const section = (id: number, bytes: number[]) => [id, ...sized(bytes)];
const text = (name: string) => [name.length, ...Buffer.from(name)];

/**
 * The loop of `scan` with vector instructions of WebAssembly, assembled by hand: 200 bytes do not justify a compiler. It does
 * sixteen multiplications where JavaScript does one.
 */
const MODULE = new WebAssembly.Module(
  Uint8Array.from([
    ...[0x00, 0x61, 0x73, 0x6d, 1, 0, 0, 0],
    ...section(1, vector([0x60, ...vector(...Array.from({ length: 5 }, () => [I32])), 0])),
    ...section(2, vector([...text('memory'), ...text('memory'), 0x02, 0x00, 0x01])),
    ...section(3, vector([0])),
    ...section(7, vector([...text('scan'), 0x00, 0x00])),
    ...section(10, vector(sized([...vector([2, I32], [2, V128]), ...loop(ROW), END_OF_BLOCK]))),
  ]),
);

export function openScan(): Scan & { memory: ScanMemory } {
  const memory = new WebAssembly.Memory({ initial: 1 });
  const { scan } = new WebAssembly.Instance(MODULE, { memory: { memory } }).exports as Scan;
  return { scan, memory };
}
