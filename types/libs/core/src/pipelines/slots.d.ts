/** So many at once; the others wait in the order of asking. */
export declare class Slots {
    private readonly size;
    private taken;
    private readonly waiting;
    constructor(size: number);
    /** How many are inside. */
    get inside(): number;
    enter(): Promise<void>;
    leave(): void;
}
