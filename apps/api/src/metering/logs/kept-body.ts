import { parseJson, toJson } from '@percept/sdk';

/** The largest JSON body that is read for the log, in bytes. */
const MAX_READ = 16_384;
/** The most characters of a body that the log keeps. */
const MAX_KEPT = 4_096;
const MAX_TEXT = 500;
const MAX_ENTRIES = 50;
const MAX_DEPTH = 6;
const HIDDEN = '(hidden)';
const SECRET_NAME =
  /pass(word|phrase|wd)|secret|token|credential|authori[sz]ation|cookie|signature|headers|(api|access|private)_?key|^(key|otp|pin|value)$/i;
/** Percept keys, webhook secrets, AWS keys, pipeline hooks, header tokens and JSON Web Tokens. */
const SECRET_TEXT =
  /\b(pk_(?:live|test)_\w+|whsec_[\w+/=]+|hooks\/[\w-]+|AKIA\w{16}|(?:bearer|basic) +[\w.~+/=-]+|eyJ[\w-]+\.[\w-]+\.[\w-]*)/gi;
/** URLs: the user info and the query may hold secrets. */
const ADDRESS = /\b([a-z][a-z0-9+.-]{0,15}:\/\/)(?:[^\s/@?#]*@)?([^\s?#]*)(\?[^\s#]*)?/gi;

/**
 * The part of a JSON body that the request log keeps if the operator wants it: long texts and lists are cut, secrets and media are
 * hidden.
 * @param body the parsed body, or the bytes or text of JSON.
 * @returns at most 4 KiB of JSON text; null for long bodies and for anything else, such as media and forms.
 */
export function keptBody(body: unknown): string | null {
  const value = typeof body === 'string' || Buffer.isBuffer(body) ? parsed(body) : body;
  if (value === null || typeof value !== 'object' || ArrayBuffer.isView(value)) return null;
  const text = toJson(safe(value, 0));
  return text.length > MAX_KEPT ? `${text.slice(0, MAX_KEPT - 1)}…` : text;
}

function parsed(body: string | Buffer): unknown {
  if (body.length > MAX_READ) return null;
  try {
    return parseJson(body.toString());
  } catch {
    return null;
  }
}

function safe(value: unknown, depth: number): unknown {
  if (typeof value === 'string') return safeText(value);
  if (value === null || typeof value !== 'object') return value;
  if (ArrayBuffer.isView(value)) return '(bytes)';
  if (depth === MAX_DEPTH) return '…';
  if (Array.isArray(value)) {
    const shown = value.slice(0, MAX_ENTRIES).map((each) => safe(each, depth + 1));
    return value.length > MAX_ENTRIES ? [...shown, `… ${value.length - MAX_ENTRIES} more`] : shown;
  }
  const entries = Object.entries(value);
  const shown = entries
    .slice(0, MAX_ENTRIES)
    .map(([name, each]) => [safeText(name), SECRET_NAME.test(name) ? HIDDEN : safe(each, depth + 1)]);
  if (entries.length > MAX_ENTRIES) shown.push(['…', `${entries.length - MAX_ENTRIES} more`]);
  return Object.fromEntries(shown);
}

function safeText(text: string): string {
  // A secret that is cut in half can no longer be recognised, so the cut is between words.
  const cut = text.length > MAX_TEXT ? `${text.slice(0, MAX_TEXT).replace(/\S*$/, '')}… (${text.length} characters)` : text;
  return cut
    .replaceAll(ADDRESS, (_, scheme: string, place: string, query?: string) => scheme + place + (query ? `?${HIDDEN}` : ''))
    .replaceAll(SECRET_TEXT, HIDDEN);
}
