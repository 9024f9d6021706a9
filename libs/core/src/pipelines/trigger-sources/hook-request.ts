import type { Dispatcher } from 'undici';
import { checkJsonShape, isEncoding, parseJson, PerceptError, REPLACED, textOfBody } from '../../kernel';

/** A request that somebody posted to the address of a trigger. */
export interface HookRequest {
  /** The unparsed body, for signatures. */
  body: Buffer;
  /** The headers by their names in lower case. */
  headers: Readonly<Record<string, string | string[] | undefined>>;
  query: Readonly<Record<string, unknown>>;
}

/** What a trigger needs to check a request. */
export interface HookContext {
  /** Gets the value of a secret of the project; undefined if it is not set. */
  secret: (name: string) => Promise<string | undefined>;
  /** Connects to public addresses only. */
  agent: () => Dispatcher;
  /** ms since the epoch. */
  now: number;
}

/** What a trigger makes of a request. */
export type HookReceipt =
  /** The sender is not trusted. It gets a 401, and the history of the trigger shows the reason. */
  | { refused: string }
  /** The request starts no run and is answered with these fields, such as one that only checks the address. */
  | { answer: Record<string, string> }
  /** The request starts a run. The value goes to the trigger's `input`; other inputs are given by their names. */
  | { value: unknown; inputs?: Record<string, unknown> };

const MAX_BYTES = 1024 * 1024;
/** A sender that names no type sends JSON, if anything. */
const JSON_TYPE = /^(application|text)\/json$|\+json$|^application\/octet-stream$/;
const TEXT_TYPE = /^text\/|^application\/xml$|\+xml$|^$/;

/**
 * The value of a body: JSON of any declared type, the fields of a form, or a text; undefined if the body is empty.
 * @throws PerceptError INVALID_REQUEST for anything else.
 */
export async function readHookBody(request: HookRequest): Promise<unknown> {
  const { body, headers } = request;
  const [type = '', ...parameters] = String(headers['content-type'] ?? '')
    .split(';')
    .map((part) => part.trim());
  const name = type.toLowerCase();
  if (body.length === 0) return undefined;
  if (name === 'multipart/form-data') return multipartFields(request);
  const charset = parameters.map((each) => /^charset="?([^"]+)"?$/i.exec(each)?.[1]).find(Boolean);
  if (name === 'application/x-www-form-urlencoded') return formFields(textOf(body, charset));
  if (JSON_TYPE.test(name)) return jsonOf(textOf(body, charset));
  if (TEXT_TYPE.test(name)) {
    const text = textOf(body, charset);
    return /^\s*[[{]/.test(text) ? (tryJson(text) ?? text) : text;
  }
  throw PerceptError.invalid('content-type', `'${type}' cannot be read: send JSON, a form or a text.`);
}

function textOf(body: Buffer, charset = 'utf-8'): string {
  if (!isEncoding(charset)) throw PerceptError.invalid('content-type', `the charset '${charset}' is not known.`);
  return textOfBody(body, 'name its charset in the content type', charset);
}

function jsonOf(text: string): unknown {
  checkJsonShape(Buffer.from(text), MAX_BYTES);
  try {
    return parseJson(text);
  } catch (error) {
    throw PerceptError.invalid('body', `is not valid JSON: ${(error as Error).message}`);
  }
}

function tryJson(text: string): unknown {
  checkJsonShape(Buffer.from(text), MAX_BYTES);
  try {
    return parseJson(text);
  } catch {
    return undefined;
  }
}

/** GitHub and Slack put JSON into a form whose only field is `payload`. */
function formFields(text: string): unknown {
  const fields = listed(new URLSearchParams(text));
  const { payload, ...others } = fields;
  return typeof payload === 'string' && Object.keys(others).length === 0 ? (tryJson(payload) ?? fields) : fields;
}

async function multipartFields({ body, headers }: HookRequest): Promise<unknown> {
  const type = String(headers['content-type']);
  const form = await new Response(body, { headers: { 'content-type': type } }).formData().catch((error: unknown) => {
    throw PerceptError.invalid('body', `the form cannot be read: ${(error as Error).message}`);
  });
  const fields = await Promise.all(
    [...form].map(async ([name, value]): Promise<[string, unknown]> => [
      name,
      typeof value === 'string' ? value : await fileOf(value),
    ]),
  );
  return listed(fields);
}

async function fileOf(file: File): Promise<Record<string, string>> {
  return { filename: file.name, content_type: file.type, base64: Buffer.from(await file.arrayBuffer()).toString('base64') };
}

/** A field that occurs more than once becomes a list. @throws INVALID_REQUEST where bytes are not UTF-8. */
function listed(fields: Iterable<[string, unknown]>): Record<string, unknown> {
  const values = new Map<string, unknown>();
  for (const [name, value] of fields) {
    if (name.includes(REPLACED) || (typeof value === 'string' && value.includes(REPLACED)))
      throw PerceptError.invalid(
        'body',
        `the field '${name}' is not UTF-8 (or holds U+FFFD, which JSON can carry): send it in UTF-8.`,
      );
    values.set(name, values.has(name) ? [values.get(name), value].flat() : value);
  }
  return Object.fromEntries(values);
}
