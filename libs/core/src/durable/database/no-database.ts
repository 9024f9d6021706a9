/** There is no Percept database, and this command must not create one. */
export class NoDatabaseError extends Error {}
