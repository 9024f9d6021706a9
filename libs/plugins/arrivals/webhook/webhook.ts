import { defineTriggerSource, map, required, text } from '@percept/sdk/pipelines';
import { receive, type WebhookSettings } from './receive';
import { readVerification, VERIFY_KEYWORDS } from './verify';

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

/** Fires when somebody posts to its address. */
export const webhook = defineTriggerSource<typeof WEBHOOK_KEYWORDS, WebhookSettings, object>({
  name: 'webhook',
  keywords: WEBHOOK_KEYWORDS,
  inputNames: ['headers', 'query'],
  hasAddress: true,
  parse: ({ headers, query }, fields) => ({ headers, query, verify: readVerification(fields) }),
  secretOf: ({ verify }) => (verify && 'secret' in verify ? verify.secret : undefined),
  definition: () => ({}),
  receive,
  describe: () => ({ rule: null }),
});
