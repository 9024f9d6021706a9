import { normalize, readReplacements, type NormalizedText, type Replacements } from './normalized';
import type { PieceVocabulary } from './vocabulary';

/** The pieces of a text, in order. */
export interface Tokens {
  /** The number of each piece in the vocabulary. */
  ids: Int32Array;
  /** UTF-16 offsets of each piece in the text, without its leading blank. */
  starts: Uint32Array;
  ends: Uint32Array;
}

export const BEGIN = 0;
export const END = 2;
export const UNKNOWN_TOKEN = 3;

/** The bytes of `▁`; pieces have it only in front. */
const BLANK = [0xe2, 0x96, 0x81];

/**
 * SentencePiece's Unigram (Kudo 2018): of all ways to cut a text into pieces, the one with the highest sum of scores. A run of unknown
 * characters is one piece. Takes time in proportion to the text.
 */
export class Unigram {
  private readonly replacements: Replacements;
  /** A tree over the bytes of the pieces: one table from (node, byte) to node, with open addressing. */
  private readonly keys: Uint32Array;
  private readonly children: Uint32Array;
  private readonly mask: number;
  /** The piece that ends at a node, or -1. */
  private readonly pieceAt: Int32Array;

  constructor(
    private readonly vocabulary: Pick<PieceVocabulary, 'pieces' | 'offsets' | 'scores' | 'replacements' | 'unknownScore'>,
  ) {
    const { pieces, offsets } = vocabulary;
    this.replacements = readReplacements(vocabulary.replacements);
    const size = 2 ** Math.ceil(Math.log2(offsets.length * 5));
    this.mask = size - 1;
    this.keys = new Uint32Array(size);
    this.children = new Uint32Array(size);
    const pieceAt = new Int32Array(pieces.length + 1).fill(-1);
    let nodes = 1;
    // Skips special pieces: a text that looks like one is still text.
    for (let piece = UNKNOWN_TOKEN + 1; piece < offsets.length - 1; piece++) {
      let node = 0;
      for (let at = offsets[piece]!; at < offsets[piece + 1]!; at++) {
        const key = keyOf(node, pieces[at]!);
        const slot = this.slot(key);
        if (this.keys[slot] === 0) {
          this.keys[slot] = key;
          this.children[slot] = nodes++;
        }
        node = this.children[slot]!;
      }
      if (pieceAt[node]! < 0) pieceAt[node] = piece;
    }
    this.pieceAt = pieceAt.slice(0, nodes);
  }

  tokenize(text: string): Tokens {
    const normalized = normalize(text, this.replacements);
    const { pieces, begins } = this.bestCut(normalized);
    const ids: number[] = [];
    const places: [number, number][] = [];
    for (let end = normalized.bytes.length; end > 0; end = begins[end]!) {
      const [start, stop] = placeOf(normalized, begins[end]!, end);
      if (pieces[end] === UNKNOWN_TOKEN && ids.at(-1) === UNKNOWN_TOKEN) places.at(-1)![0] = start;
      else {
        ids.push(pieces[end]!);
        places.push([start, stop]);
      }
    }
    places.reverse();
    return {
      ids: Int32Array.from(ids.reverse()),
      starts: Uint32Array.from(places, ([start]) => start),
      ends: Uint32Array.from(places, ([, end]) => end),
    };
  }

  /** Viterbi with 32-bit sums, as in the original: for each byte the best piece that ends there, and where that piece begins. */
  private bestCut({ bytes }: NormalizedText): { pieces: Int32Array; begins: Int32Array } {
    const { length } = bytes;
    const best = new Float32Array(length + 1).fill(-Infinity);
    const pieces = new Int32Array(length + 1);
    const begins = new Int32Array(length + 1);
    const { scores, unknownScore } = this.vocabulary;
    best[0] = 0;
    const offer = (piece: number, from: number, to: number, score: number): void => {
      const sum = Math.fround(best[from]! + score);
      if (sum <= best[to]!) return;
      best[to] = sum;
      pieces[to] = piece;
      begins[to] = from;
    };
    for (let from = 0; from < length; from++) {
      if (best[from] === -Infinity) continue;
      let node = 0;
      for (let to = from; to < length;) {
        const slot = this.slot(keyOf(node, bytes[to]!));
        if (this.keys[slot] === 0) break;
        node = this.children[slot]!;
        to++;
        const piece = this.pieceAt[node]!;
        if (piece >= 0) offer(piece, from, to, scores[piece]!);
      }
      offer(UNKNOWN_TOKEN, from, from + bytesOf(bytes[from]!), unknownScore);
    }
    return { pieces, begins };
  }

  /** The index of the key, or of the empty slot where it belongs. */
  private slot(key: number): number {
    let slot = (Math.imul(key, 0x9e3779b1) >>> 8) & this.mask;
    while (this.keys[slot] !== 0 && this.keys[slot] !== key) slot = (slot + 1) & this.mask;
    return slot;
  }
}

/** Never 0, which marks an empty slot. */
const keyOf = (node: number, byte: number): number => (((node << 8) | byte) + 1) >>> 0;

/** The number of bytes in the UTF-8 character that begins with this one. */
const bytesOf = (first: number): number => (first < 0x80 ? 1 : first < 0xe0 ? 2 : first < 0xf0 ? 3 : 4);

function placeOf({ bytes, from, to }: NormalizedText, begin: number, end: number): [number, number] {
  const stop = to[end - 1]!;
  if (!BLANK.every((byte, i) => bytes[begin + i] === byte)) return [from[begin]!, stop];
  return [end === begin + BLANK.length ? stop : from[begin + BLANK.length]!, stop];
}
