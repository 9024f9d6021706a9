import { PerceptError, toJson } from '@percept/sdk';
import {
  defineOperation,
  JsonTooDeep,
  parseJsonInTurns,
  takeUserInfo,
  USER_AGENT,
  type OperationContext,
} from '@percept/sdk/pipelines';
import { exchange, failedExchange, type HttpAnswer, type HttpRequest } from './exchange';
import { HttpRequestInput } from './http-input';
import { IsInt, IsObject, IsOptional, IsString, JSONSchema } from '@percept/sdk/decorators';

export class HttpRequestOutput {
  @JSONSchema({ description: 'The HTTP status.' })
  @IsInt()
  status!: number;

  @JSONSchema({ description: 'The headers of the answer, in lower case.', additionalProperties: { type: 'string' } })
  @IsObject()
  headers!: Record<string, string>;

  @JSONSchema({ description: 'The body as text (UTF-8).' })
  @IsString()
  body!: string;

  @JSONSchema({
    description: 'The body as a value, if its type is JSON.',
    type: ['object', 'array', 'string', 'number', 'boolean', 'null'] as never,
  })
  @IsOptional()
  json?: unknown;
}

const MAX_TIMEOUT_MS = 300_000;
const MAX_SHOWN = 200;
const MAX_RETRY_AFTER_S = 3_600;
/** Headers that the connection itself sets. */
const OWN_HEADERS = ['host', 'content-length', 'connection', 'transfer-encoding', 'upgrade', 'expect', 'te', 'trailer'];
const HEADER_NAME = /^[!#$%&'*+.^_`|~0-9a-z-]+$/;
const NON_IDEMPOTENT = ['POST', 'PATCH'];

export const httpRequest = defineOperation({
  id: 'http.request',
  summary: 'Sends an HTTP request to a public address and returns the answer.',
  description:
    'Statuses of 400 and more fail the step, except those in `accept_status`. `retry` repeats the request after a network error and ' +
    'the statuses 408, 429 and 500 to 599; every attempt at an item sends the same `Idempotency-Key`. At most three redirects are ' +
    'followed. Another host receives no headers, no body and no secret; a redirect to a host that may not receive the secret fails.',
  input: HttpRequestInput,
  output: HttpRequestOutput,
  large: {
    field: 'body',
    derived: ['json'],
    read: (kept, body, turn) => toOutput({ ...(kept as unknown as HttpAnswer), body }, turn),
  },
  examples: [{ url: 'https://example.com/orders', method: 'POST', json: { total: 12 }, headers: { 'x-source': 'percept' } }],

  async run(input, context) {
    const sent = toRequest(input, context.idempotencyKey);
    const timeout = AbortSignal.timeout(Math.min(context.timeoutMs, MAX_TIMEOUT_MS));
    const signal = AbortSignal.any([context.signal, timeout]);
    const { agent, secrets, mayFollow } = context;
    const answer = await exchange(sent, { agent, secrets, mayFollow, signal, maxBytes: input.max_bytes });
    checkStatus(answer, input.accept_status);
    return { output: await toOutput(answer, context.turn) };
  },
});

function toRequest({ url: text, method, query, headers, json, body }: HttpRequestInput, key: string): HttpRequest {
  if (json !== undefined && body !== undefined) throw PerceptError.invalid('body', "must not be given together with 'json'.");
  const content = json === undefined ? body : toJson(json);
  const verb = method ?? (content === undefined ? 'GET' : 'POST');
  if (content !== undefined && ['GET', 'HEAD'].includes(verb)) throw PerceptError.invalid('body', `is not sent with ${verb}.`);
  const url = urlOf(text, query ?? {});
  const given = { ...takeUserInfo(url), ...headersOf(headers ?? {}) };
  return {
    url,
    method: verb,
    headers: {
      accept: 'application/json, */*;q=0.1',
      'user-agent': USER_AGENT,
      ...(json !== undefined && { 'content-type': 'application/json' }),
      ...(NON_IDEMPOTENT.includes(verb) && { 'idempotency-key': key }),
      ...given,
    },
    body: content,
  };
}

function urlOf(text: string, query: Record<string, unknown>): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (!url || !['http:', 'https:'].includes(url.protocol))
    throw PerceptError.invalid('url', 'must begin with http:// or https://.');
  for (const [name, value] of Object.entries(query)) url.searchParams.append(name, textOf(value, `query.${name}`));
  return url;
}

function headersOf(given: Record<string, unknown>): Record<string, string> {
  const headers = Object.entries(given).map(([written, value]) => {
    const name = written.toLowerCase();
    if (!HEADER_NAME.test(name)) throw PerceptError.invalid(`headers.${written}`, 'is not a name of a header.');
    if (OWN_HEADERS.includes(name)) throw PerceptError.invalid(`headers.${written}`, 'is set by the connection: leave it out.');
    const text = textOf(value, `headers.${written}`);

    if (/[^\t\x20-\x7e\x80-\xff]/.test(text)) throw PerceptError.invalid(`headers.${written}`, 'must be one line of Latin text.');
    return [name, text] as const;
  });
  return Object.fromEntries(headers);
}

function textOf(value: unknown, field: string): string {
  if (['string', 'number', 'bigint', 'boolean'].includes(typeof value)) return String(value);
  throw PerceptError.invalid(field, 'must be a text, a number or a boolean.');
}

/** @throws PerceptError with a code that says whether another attempt may help. */
function checkStatus({ status, headers, body }: HttpAnswer, accepted: readonly number[]): void {
  if ((status >= 200 && status < 300) || accepted.includes(status)) return;
  const said = body.trim().replace(/\s+/g, ' ').slice(0, MAX_SHOWN);
  const reason = `the server answered ${status}${said && `: ${said}`}`;
  if (status === 429) {
    const seconds = Math.ceil(Number(headers['retry-after']));
    const retryAfterS = seconds > 0 ? Math.min(seconds, MAX_RETRY_AFTER_S) : undefined;
    throw new PerceptError('RATE_LIMITED', `The request failed: ${reason}.`, { details: { field: 'url', reason }, retryAfterS });
  }
  if (status === 408 || status >= 500) throw failedExchange(reason);
  throw PerceptError.invalid('url', `${reason}. List the status in 'accept_status' if it is an answer.`);
}

type Turn = OperationContext['turn'];

async function toOutput({ status, headers, body }: HttpAnswer, turn: Turn): Promise<HttpRequestOutput> {
  const isJson = /[/+]json\b/i.test(headers['content-type'] ?? '');
  const json = isJson ? await parsed(body, turn) : undefined;
  // Stored results do not need the answer's cookies.
  const shown = Object.fromEntries(Object.entries(headers).filter(([name]) => name !== 'set-cookie'));
  return { status, headers: shown, body, ...(json !== undefined && { json }) };
}

/** @throws PerceptError INVALID_REQUEST for values that are too deep to be written again. */
async function parsed(body: string, turn: Turn): Promise<unknown> {
  try {
    return await parseJsonInTurns(body, turn);
  } catch (error) {
    if (error instanceof JsonTooDeep)
      throw PerceptError.invalid('url', 'the answer nests values deeper than 64 levels: ask for a flat one.');
    return undefined;
  }
}
