/** The folders of this machine that a run may read. */
export declare class Places {
    private readonly candidates;
    /** Real paths; undefined: everything. */
    private readonly roots;
    private readonly named;
    private constructor();
    /**
     * Without roots everything may be read, and relative paths count from `base`. With roots only what truly lies inside
     * them, whatever links say, and relative paths count from the first root that has them.
     */
    static of({ base, roots }: {
        base: string;
        roots?: readonly string[];
    }): Promise<Places>;
    /**
     * The real path of a folder or file that may be read.
     * @throws PerceptError NOT_FOUND where there is none, FORBIDDEN where it lies outside of the roots.
     */
    find(path: string): Promise<string>;
    /** Whether a real path lies inside the roots. */
    holds(real: string): boolean;
    get bounded(): boolean;
}
export declare function inside(folder: string, path: string): boolean;
export declare function isFolder(path: string): Promise<boolean>;
