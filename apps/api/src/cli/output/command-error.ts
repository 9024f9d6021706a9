/** What ends a command: a sentence for its user and the exit code, 1 for failures and 2 for wrong usage. */
export class CommandError extends Error {
  constructor(
    message: string,
    readonly exitCode: 1 | 2,
    options: { cause?: unknown } = {},
  ) {
    super(message, options);
    this.name = 'CommandError';
  }
}
