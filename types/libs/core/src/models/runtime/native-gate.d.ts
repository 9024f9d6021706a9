/**
 * Keeps a thread from being ended inside ONNX Runtime. `worker.terminate()` in the middle of a run makes its binding throw
 * where nothing can be thrown any more, and the whole process aborts. So the thread passes the gate with every native call,
 * and whoever ends it closes the gate first.
 */
export declare class NativeGate {
    private readonly state;
    private readonly place;
    /** What the threads and their owner share; handed to each thread at its start. */
    static memory(): SharedArrayBuffer;
    constructor(memory: SharedArrayBuffer, thread: number);
    /** In the thread: does native work, or never comes back where the thread is about to be ended. */
    pass<T>(work: () => Promise<T>): Promise<T>;
    private enter;
    /** From outside: settled as soon as the thread may be ended. */
    close(): Promise<void>;
    /** From outside, after the thread's end: the place is free for another one. */
    reset(): void;
}
