import { RowTable } from './row-table';

/** Hashes of words with their classes, and the group of each class. A class holds words of similar use. */
export interface HashedClasses {
  /** Hashes of the lower-case forms. */
  keys: Uint32Array;
  /** The class of each word, in 8 bits. */
  classes: Int8Array;
  /** The group of each class. */
  groups: Int8Array;
}

/** Class and group of a word, from 1; 0 for an unknown word. */
export interface WordClass {
  own: number;
  group: number;
}

const UNKNOWN: WordClass = { own: 0, group: 0 };

/** Finds words of similar use: a word that is missing from the training data is known by its class. */
export class WordClasses {
  private readonly rows: RowTable;

  constructor(private readonly hashed: HashedClasses) {
    this.rows = new RowTable(hashed.keys);
  }

  /** @param key the hash of the lower-case form. */
  of(key: number): WordClass {
    const row = this.rows.row(key);
    if (row < 0) return UNKNOWN;
    const own = this.hashed.classes[row]! & 0xff;
    return { own: own + 1, group: this.hashed.groups[own]! + 1 };
  }
}
