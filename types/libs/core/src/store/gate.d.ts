/** Lets one piece of work through at a time, in the order of asking. */
export declare class Gate {
    private tail;
    run<T>(work: () => Promise<T>): Promise<T>;
    /** Resolves when everything that was asked for until now has ended. */
    idle(): Promise<void>;
}
