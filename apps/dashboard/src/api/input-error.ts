/** Invalid input found before it is sent. The message says what is wrong and what is expected. */
export class InputError extends Error {}
