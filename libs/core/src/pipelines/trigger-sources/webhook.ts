import { map, required, text } from '../syntax';
import type { TriggerSource } from './trigger-source';
import { readVerification, VERIFY_KEYWORDS, type Verification } from './verify';

export interface WebhookSettings {
  /** The input that gets the headers of a request. */
  headers?: string;
  /** The input that gets the query of a request. */
  query?: string;
  /** Absent: the address alone is the credential. */
  verify?: Verification;
}

const WEBHOOK_KEYWORDS = {
  webhook: required(text('What it is for.')),
  input: text('The input that gets the whole body; without it the fields of the body are inputs.', 'name'),
  headers: text('The input that gets the headers, with names in lower case, without those that carry secrets.', 'name'),
  query: text('The input that gets the query of the address.', 'name'),
  verify: {
    ...map(VERIFY_KEYWORDS, 'Checks the signature of the sender. A request without a valid one is answered with 401.'),
    acceptsSecrets: true,
  },
};

/** Fires when somebody posts to its address; see `Schedules.hook`. */
export const webhook: TriggerSource<typeof WEBHOOK_KEYWORDS, WebhookSettings> = {
  name: 'webhook',
  keywords: WEBHOOK_KEYWORDS,
  inputNames: ['headers', 'query'],
  hasAddress: true,
  parse: ({ headers, query }, fields) => ({ headers, query, verify: readVerification(fields) }),
  secretOf: ({ verify }) => (verify && 'secret' in verify ? verify.secret : undefined),
  definition: () => ({}),
  describe: () => ({ rule: null }),
};
