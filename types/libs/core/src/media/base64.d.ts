/**
 * Decodes Base64: a data-URI prefix may precede it, whitespace and the URL-safe alphabet are tolerated, padding may be
 * left out. Anything else is refused, where Node's own decoder would skip it in silence.
 * @throws PerceptError INVALID_REQUEST naming `field`.
 */
export declare function readBase64(text: string, field: string): Buffer;
/** How many bytes Base64 text decodes to at most; for a check of the limit before decoding. */
export declare function base64Size(text: string): number;
