const [KEPT, HANDED, COPIED] = [0, 1, 2];
/** In front of the bytes: who may still read them, where both threads see it. */
const STATE_BYTES = 8;

/**
 * Memory for one body, out of memory that others use before and after it. It may be another's only when nobody reads it
 * any more: when the loan has ended, and no worker was given the bytes or that worker has copied them. Where a worker died
 * before it said so, they stay out of use.
 */
export class BufferLease {
  private returned = false;
  private readonly state: Int32Array;
  private readonly memory: Buffer;

  /** @param at where in the memory it begins: a multiple of eight. */
  constructor(
    memory: SharedArrayBuffer,
    readonly at: number,
    length: number,
  ) {
    this.state = new Int32Array(memory, at, 1);
    this.state[0] = KEPT;
    this.memory = Buffer.from(memory, at + STATE_BYTES, length);
  }

  /** Bytes of shared memory that a lease of this many bytes needs. */
  static sizeOf(length: number): number {
    return STATE_BYTES + Math.ceil(length / 8) * 8;
  }

  /** The first byte behind it. */
  get end(): number {
    return this.at + BufferLease.sizeOf(this.memory.length);
  }

  /** Read it again after every wait. @throws Error if the lease has ended: the bytes may belong to another one. */
  get bytes(): Buffer {
    if (this.returned) throw new Error('the memory was given back');
    return this.memory;
  }

  /** The bytes go to a worker, with this to say that it has copied them. @throws Error where the loan has ended. */
  transfer(): Int32Array {
    if (this.returned) throw new Error('the memory was given back');
    Atomics.store(this.state, 0, HANDED);
    return this.state;
  }

  giveBack(): void {
    this.returned = true;
  }

  get isReturned(): boolean {
    return this.returned;
  }

  /** Whether the memory may be leased again. */
  get isOver(): boolean {
    return this.returned && Atomics.load(this.state, 0) !== HANDED;
  }
}

/** Reports that the recipient no longer reads the bytes. */
export function copied(state: Int32Array): void {
  Atomics.store(state, 0, COPIED);
}
