import type { DoorRequest } from '../../doors';

/** The key of `Authorization: Bearer KEY`. */
export function bearerKey({ headers }: Pick<DoorRequest, 'headers'>): string | undefined {
  return /^Bearer +(\S+)$/i.exec(String(headers.authorization ?? ''))?.[1];
}

/** The value of a header. @param name in lower case. */
export function headerKey({ headers }: Pick<DoorRequest, 'headers'>, name: string): string | undefined {
  const value = headers[name];
  return typeof value === 'string' && value !== '' ? value : undefined;
}

/** A query parameter that was given exactly once. */
export function queryKey(request: { readonly query: unknown }, name: string): string | undefined {
  const value = (request.query as Record<string, unknown>)[name];
  return typeof value === 'string' && value !== '' ? value : undefined;
}
