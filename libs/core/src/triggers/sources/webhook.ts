import { required, text } from '../../pipelines/language/syntax';
import type { TriggerSource } from './trigger-source';

const WEBHOOK_KEYWORDS = {
  webhook: required(text('What it is for.')),
  input: text('The input that gets the whole body; without it the fields of the body are inputs.', 'name'),
};

/** Fires when somebody posts to its address; see `Schedules.hook`. */
export const webhook: TriggerSource<typeof WEBHOOK_KEYWORDS> = {
  keywords: WEBHOOK_KEYWORDS,
  hasAddress: true,
  parse: () => ({}),
  definition: () => ({}),
  describe: () => ({ rule: null }),
};
