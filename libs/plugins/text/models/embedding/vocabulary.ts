import { closeSync, openSync, readSync } from 'node:fs';
import { HALVES } from '@percept/sdk/models';

/** Count of numbers that share a scale. */
const BLOCK = 32;
/** Bytes of a block: its scale, and four bits for each number. */
const BLOCK_BYTES = 1 + BLOCK / 2;
/** Bytes before a row's blocks: a 16-bit float by which all scales of the row are multiplied. */
const STEP_BYTES = 2;

interface Entry {
  dtype: string;
  shape: number[];
  data_offsets: [number, number];
}

/** Pieces of texts with their scores, and the rows of the encoder's table, which stay in the file. */
export interface PieceVocabulary {
  /** UTF-8 of all pieces in sequence; piece i is `offsets[i]` to `offsets[i + 1]`. The first four are special ones. */
  readonly pieces: Uint8Array;
  readonly offsets: Uint32Array;
  readonly scores: Float32Array;
  /** For each replaced code point: the code point, the count of its replacements, and the replacements. */
  readonly replacements: Uint32Array;
  /** The score of a character that no piece has. */
  readonly unknownScore: number;
  /** Count of numbers in a row. */
  readonly width: number;
  /** Writes the rows of the pieces into `out` from `at` on. @throws Error if the file has become shorter. */
  readRows(pieces: ArrayLike<number>, out: Float32Array, at: number): void;
  close(): void;
}

/** Opens a file in the safetensors format that `lab/weights/e5_small.py` made. @throws Error if it is missing or broken. */
export function openVocabulary(file: string): PieceVocabulary {
  const descriptor = openSync(file, 'r');
  try {
    return readVocabulary(file, descriptor);
  } catch (error) {
    closeSync(descriptor);
    throw error;
  }
}

function readVocabulary(file: string, descriptor: number): PieceVocabulary {
  const bytes = (from: number, length: number): Uint8Array => {
    const found = new Uint8Array(length);
    if (readSync(descriptor, found, 0, length, from) < length) throw new Error(`${file} is cut off: install Percept again.`);
    return found;
  };
  const headerLength = Number(new DataView(bytes(0, 8).buffer).getBigUint64(0, true));
  const header = JSON.parse(Buffer.from(bytes(8, headerLength)).toString('utf8')) as Record<string, Entry> & {
    __metadata__: { unknown_score: string };
  };
  const data = (name: string): ArrayBuffer => {
    const [from, to] = header[name]!.data_offsets;
    return bytes(8 + headerLength + from, to - from).buffer as ArrayBuffer;
  };
  const { shape, data_offsets: rows } = header.rows!;
  const rowBytes = shape[1]!;
  const width = ((rowBytes - STEP_BYTES) / BLOCK_BYTES) * BLOCK;
  const firstRow = 8 + headerLength + rows[0];
  const row = new Uint8Array(rowBytes);
  // A file that was cut off lacks the end of the last row.
  bytes(8 + headerLength + rows[1] - 1, 1);
  return {
    pieces: new Uint8Array(data('pieces')),
    offsets: offsetsOf(new Uint8Array(data('lengths'))),
    scores: new Float32Array(data('scores')),
    replacements: new Uint32Array(data('replacements')),
    unknownScore: Number(header.__metadata__.unknown_score),
    width,
    readRows: (pieces, out, at) => {
      for (let i = 0; i < pieces.length; i++, at += width) {
        if (readSync(descriptor, row, 0, rowBytes, firstRow + pieces[i]! * rowBytes) < rowBytes)
          throw new Error(`${file} is cut off: install Percept again.`);
        toFloats(row, out, at);
      }
    },
    close: () => closeSync(descriptor),
  };
}

/** The sum of the lengths before each piece, and that of all. */
function offsetsOf(lengths: Uint8Array): Uint32Array {
  const offsets = new Uint32Array(lengths.length + 1);
  for (let i = 0; i < lengths.length; i++) offsets[i + 1] = offsets[i]! + lengths[i]!;
  return offsets;
}

/**
 * Decodes a row: the step, a signed byte for each block, then the numbers of each block. Byte j of a block holds the numbers j (low
 * half) and j + 16, each (number - 8) × scale.
 */
function toFloats(row: Uint8Array, out: Float32Array, at: number): void {
  const step = HALVES[row[0]! | (row[1]! << 8)]!;
  const blocks = (row.length - STEP_BYTES) / BLOCK_BYTES;
  for (let block = 0, from = STEP_BYTES + blocks; block < blocks; block++, at += BLOCK) {
    const scale = step * ((row[STEP_BYTES + block]! << 24) >> 24);
    for (let j = 0; j < BLOCK / 2; j++) {
      const pair = row[from++]!;
      out[at + j] = ((pair & 15) - 8) * scale;
      out[at + j + BLOCK / 2] = ((pair >> 4) - 8) * scale;
    }
  }
}
