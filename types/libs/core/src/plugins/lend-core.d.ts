/** From now on whoever requires `@percept/core` or the libraries that describe inputs gets this process's own. */
export declare function lendCore(): void;
