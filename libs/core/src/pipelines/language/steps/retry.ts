import { ERRORS, suggest, type ErrorCode } from '../../../kernel';
import type { Retry } from '../plan';
import type { Diagnostics } from '../../syntax/diagnostics';
import type { Entry } from '../../syntax/document';
import { Fields } from '../../syntax/fields';
import { duration, integer, names, oneOf, readKeywords } from '../../syntax/keywords';

const DAY_MS = 86_400_000;
const CODES = Object.keys(ERRORS) as ErrorCode[];
const ONCE: Retry = { attempts: 1, backoff: 'exponential', delayMs: 1_000 };

export const RETRY_KEYWORDS = {
  attempts: integer(1, 20, 'Calls in all, the first one included; 3 when absent.'),
  backoff: oneOf(['fixed', 'exponential'], 'How the delay grows; exponential when absent.'),
  delay: duration(DAY_MS, 'Delay before the second attempt; 1s when absent.'),
  on: names('The error codes to retry; when absent, those that another attempt may fix.', { enum: CODES }),
};

/** Reads `retry`; without it a step is called once. */
export function readRetry(entry: Entry | undefined, diagnostics: Diagnostics): Retry {
  const fields = entry && Fields.of(entry.value, "'retry'", diagnostics);
  if (!fields) return ONCE;
  const { attempts = 3, backoff = 'exponential', delay = 1_000, on = [] } = readKeywords(fields, RETRY_KEYWORDS, "'retry'");
  const codes = on.flatMap(({ value, at }) => {
    const code = CODES.find((each) => each === value);
    if (!code) diagnostics.add(at, `'${value}' is not an error code.${suggest(value, CODES) || ` Known: ${CODES.join(', ')}.`}`);
    return code ?? [];
  });
  return { attempts, backoff, delayMs: delay, on: fields.has('on') ? codes : undefined };
}
