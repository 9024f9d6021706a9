import { type Dispatcher } from 'undici';
export interface FetchMediaOptions {
    /** Most bytes, counted after a content encoding is undone. */
    maxBytes: number;
    /** For everything: redirects, connecting, headers, body. */
    timeoutMs: number;
    /** A `safeAgent`. */
    agent: Dispatcher;
    /** Ends the exchange before its time. */
    signal?: AbortSignal;
    /** The parameter that the URL came in, for the error. */
    field?: string;
}
export interface FetchedMedia {
    bytes: Buffer;
    /** As the server declared it; never trusted. */
    contentType: string | undefined;
}
/**
 * Reads a picture or a clip from the web.
 * @throws MEDIA_FETCH_FAILED with the reason: DNS, refused, timeout, status, too large, a forbidden address.
 */
export declare function fetchMedia(url: string, options: FetchMediaOptions): Promise<FetchedMedia>;
