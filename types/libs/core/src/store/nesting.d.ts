/** Tells a transaction that is asked for inside another, which would wait for its own end. */
export declare class Nesting {
    private readonly inside;
    refuse(): void;
    run<T>(work: () => Promise<T>): Promise<T>;
}
