import { RowTable } from './row-table';

/** Hashes of words, each with a class of words of similar use, and the group of each class. */
export interface HashedClasses {
  /** Hashes of the small forms. */
  keys: Uint32Array;
  /** The class of each, in 8 bits. */
  classes: Int8Array;
  /** The group of each class. */
  groups: Int8Array;
}

/** Class and group of a word; 0 of a word that is not known, 1 and more else. */
export interface WordClass {
  own: number;
  group: number;
}

const UNKNOWN: WordClass = { own: 0, group: 0 };

/** Finds words that are used alike: a word that the training never showed is known by those of its class. */
export class WordClasses {
  private readonly rows: RowTable;

  constructor(private readonly hashed: HashedClasses) {
    this.rows = new RowTable(hashed.keys);
  }

  /** @param key the hash of the small form. */
  of(key: number): WordClass {
    const row = this.rows.row(key);
    if (row < 0) return UNKNOWN;
    const own = this.hashed.classes[row]! & 0xff;
    return { own: own + 1, group: this.hashed.groups[own]! + 1 };
  }
}
