const AUTHORITY = /^([a-z][a-z\d+.-]*:\/*)[^/?#]*@/i;
const ALL = /^([a-z][a-z\d+.-]*:\/*)[^]*@/i;
const USER_INFO = /\b([a-z][a-z\d+.-]*:\/\/)[^\s/?#'"<>]*@/gi;

/** Removes users and passwords from the URLs in a text, because logs and answers must not show them. */
export function hideUserInfo(text: string): string {
  if (!text.includes('@')) return text;
  // Even a text that cannot be parsed as a URL may contain a password.
  if (/^(https?:|[a-z][a-z\d+.-]*:\/\/)/i.test(text)) return text.replace(URL.canParse(text) ? AUTHORITY : ALL, '$1***@');
  return text.replaceAll(USER_INFO, '$1***@');
}

/** Hides users and passwords in every text of a JSON value. */
export function hideUserInfoIn<T>(value: T): T {
  if (typeof value === 'string') return hideUserInfo(value) as T;
  if (Array.isArray(value)) return value.map(hideUserInfoIn) as T;
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, hideUserInfoIn(each)])) as T;
}

/**
 * Takes user and password out of a URL: `https://me:secret@example.com/a.jpg`.
 * @returns the header that carries them (Basic, RFC 7617); empty if there are none.
 */
export function takeUserInfo(url: URL): { authorization?: string } {
  const { username, password } = url;
  if (!username && !password) return {};
  url.username = '';
  url.password = '';
  return { authorization: `Basic ${Buffer.from(`${decode(username)}:${decode(password)}`).toString('base64')}` };
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    // The text has a percent sign that encodes nothing.
    return text;
  }
}
