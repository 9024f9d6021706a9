/** Finds the row of a 32-bit key: open addressing, at most half full. */
export class RowTable {
  private readonly slots: Int32Array;
  private readonly mask: number;

  constructor(private readonly keys: Uint32Array) {
    const size = 2 ** Math.ceil(Math.log2(Math.max(2, keys.length * 2)));
    this.mask = size - 1;
    this.slots = new Int32Array(size).fill(-1);
    keys.forEach((key, row) => {
      let slot = key & this.mask;
      while (this.slots[slot]! >= 0) slot = (slot + 1) & this.mask;
      this.slots[slot] = row;
    });
  }

  /** The row, or -1. */
  row(key: number): number {
    for (let slot = key & this.mask; ; slot = (slot + 1) & this.mask) {
      const row = this.slots[slot]!;
      if (row < 0 || this.keys[row] === key) return row;
    }
  }
}
