/** There is no database of Percept, and none was to be made. */
export class NoDatabaseError extends Error {}
