const [LEASED, TRANSFERRED, COPIED] = [0, 1, 2];
/** The state is in front of the bytes, where both threads see it. */
const STATE_BYTES = 8;

/**
 * A part of the upload memory, leased for one request body. It is free again when the lease is released, and the worker
 * that the bytes were transferred to, if any, has copied them. If that worker died first, the part stays unused.
 */
export class BufferLease {
  private released = false;
  private readonly state: Int32Array;
  private readonly memory: Buffer;

  /** @param at where in the memory it begins: a multiple of eight. */
  constructor(
    memory: SharedArrayBuffer,
    readonly at: number,
    length: number,
  ) {
    this.state = new Int32Array(memory, at, 1);
    this.state[0] = LEASED;
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
    if (this.released) throw new Error('the memory was released');
    return this.memory;
  }

  /** The state that the worker sets once it has copied the bytes. @throws Error if the lease has ended. */
  transfer(): Int32Array {
    if (this.released) throw new Error('the memory was released');
    Atomics.store(this.state, 0, TRANSFERRED);
    return this.state;
  }

  release(): void {
    this.released = true;
  }

  get isReleased(): boolean {
    return this.released;
  }

  /** Whether the memory may be leased again. */
  get isOver(): boolean {
    return this.released && Atomics.load(this.state, 0) !== TRANSFERRED;
  }
}

/** Reports that the recipient no longer reads the bytes. */
export function copied(state: Int32Array): void {
  Atomics.store(state, 0, COPIED);
}
