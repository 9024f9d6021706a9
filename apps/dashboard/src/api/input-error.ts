/** Something that is wrong with what was given, found before it was sent. The message says what, and what is expected. */
export class InputError extends Error {}
