/** Ends a command with a sentence for its user and an exit code: 1 for failures, 2 for wrong usage. */
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
