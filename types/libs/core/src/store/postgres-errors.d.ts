/** Another transaction was first. */
export declare function isConflict(error: unknown): boolean;
export declare function isDisconnect(error: unknown): boolean;
/** What keeps the start from using the database, without its password. */
export declare function explainPostgres(url: string, error: unknown): Error;
