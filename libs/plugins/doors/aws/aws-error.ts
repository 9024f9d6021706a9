import { PerceptError } from '@percept/sdk';

/** An error with its own name in AWS's protocol. */
export class AwsError extends PerceptError {
  /** @param type such as `InvalidSignatureException`. */
  constructor(
    readonly type: string,
    message: string,
    code: PerceptError['code'] = 'INVALID_REQUEST',
  ) {
    super(code, message);
  }
}
