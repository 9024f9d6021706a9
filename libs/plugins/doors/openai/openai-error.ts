import { PerceptError } from '@percept/sdk';

/** An error with its own code in OpenAI's interface. */
export class OpenAiError extends PerceptError {
  /** @param type such as `model_not_found`. @param field the parameter at fault. */
  constructor(
    readonly type: string,
    field: string,
    message: string,
  ) {
    super(type === 'model_not_found' ? 'NOT_FOUND' : 'INVALID_REQUEST', message, { details: { field, reason: message } });
  }
}
