const [LEASED, TRANSFERRED, COPIED] = [0, 1, 2];
/** The state precedes the bytes, where both threads see it. */
const STATE_BYTES = 8;

/**
 * A part of the upload memory, leased for one request body. It is free again when the lease is released, and the worker that
 * received the bytes, if any, has copied them. If that worker died first, the part stays unused.
 */
export class BufferLease {
  private released = false;
  private readonly state: Int32Array;
  private readonly memory: Buffer;

  /** @param at offset of the lease in the memory: a multiple of eight. */
  constructor(
    memory: SharedArrayBuffer,
    readonly at: number,
    length: number,
  ) {
    this.state = new Int32Array(memory, at, 1);
    this.state[0] = LEASED;
    this.memory = Buffer.from(memory, at + STATE_BYTES, length);
  }

  /** The bytes of shared memory needed to lease this many bytes. */
  static sizeOf(length: number): number {
    return STATE_BYTES + Math.ceil(length / 8) * 8;
  }

  /** Offset of the first byte after the lease. */
  get end(): number {
    return this.at + BufferLease.sizeOf(this.memory.length);
  }

  /**
   * Read this property again after every wait.
   * @throws Error if the lease has ended, because the bytes may belong to another one.
   */
  get bytes(): Buffer {
    if (this.released) throw new Error('the memory was released');
    return this.memory;
  }

  /**
   * Marks the bytes as transferred.
   * @returns the state that the worker sets once it has copied them.
   * @throws Error if the lease has ended.
   */
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
