const SCHEME = 'percept://';

/** Builds a URI such as `percept://runs/run_…/items`. */
export const buildResourceUri = (...parts: string[]): string => SCHEME + parts.map(encodeURIComponent).join('/');

/** The parts of a URI that `buildResourceUri` built; undefined for any other. */
export function parseResourceUri(uri: string): string[] | undefined {
  if (!uri.startsWith(SCHEME)) return undefined;
  try {
    return uri.slice(SCHEME.length).split('/').map(decodeURIComponent);
  } catch {
    return undefined;
  }
}
