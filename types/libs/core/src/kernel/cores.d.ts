/** Cores that this process may use: a container's quota counts, not the host's number. At least 1. */
export declare function usableCores(read?: (file: string) => string): number;
