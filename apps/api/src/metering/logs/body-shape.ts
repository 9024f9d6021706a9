const MAX_NAMES = 30;
const MAX_NAME = 60;
/** A worker thread parses longer JSON, and keeps it. */
const MAX_PARSED = 4_096;

/**
 * Names and types of the parameters of a parsed body, never their values: `{"name": "text of 12", "scopes": "list of 2"}`.
 * @returns null for any other body, such as media.
 */
export function describeShape(body: unknown): Record<string, string> | null {
  if (body === null || typeof body !== 'object' || Array.isArray(body) || ArrayBuffer.isView(body)) return null;
  const names = Object.entries(body);
  const shown = names.slice(0, MAX_NAMES).map(([name, value]) => [name.slice(0, MAX_NAME), typeOf(value)]);
  if (names.length > MAX_NAMES) shown.push(['…', `${names.length - MAX_NAMES} more`]);
  return Object.fromEntries(shown) as Record<string, string>;
}

/** The shape of the unparsed JSON of a capability's call, if it is short. */
export function shapeOfJson(body: unknown, contentType = ''): Record<string, string> | null {
  if (!Buffer.isBuffer(body) || body.length > MAX_PARSED || !contentType.startsWith('application/json')) return null;
  try {
    return describeShape(JSON.parse(body.toString('utf8')));
  } catch {
    return null;
  }
}

function typeOf(value: unknown): string {
  if (value === null) return 'null';
  if (typeof value === 'string') return `text of ${value.length}`;
  if (Array.isArray(value)) return `list of ${value.length}`;
  return typeof value === 'object' ? `object of ${Object.keys(value).length}` : typeof value;
}
