/** What went wrong between us and another server. */
export interface ConnectionFailure {
  kind: 'dns' | 'refused' | 'timeout' | 'reset' | 'certificate' | 'forbidden_address' | 'network';
  /** A sentence without a full stop. */
  reason: string;
}

const KINDS: [RegExp, ConnectionFailure['kind'], string][] = [
  [/^FORBIDDEN_ADDRESS$/, 'forbidden_address', 'forbidden address'],
  [/^(ENOTFOUND|EAI_AGAIN|ENODATA|ESERVFAIL)$/, 'dns', 'DNS: the host name has no address'],
  [/^ECONNREFUSED$/, 'refused', 'refused: nothing listens on that port'],
  [/^ETIMEOUT$/, 'timeout', 'timeout: DNS did not answer'],
  [/TIMEOUT|ETIMEDOUT|TimeoutError/, 'timeout', 'timeout: no complete answer in time'],
  [/^(ECONNRESET|EPIPE|UND_ERR_SOCKET|HPE_.*|UND_ERR_RES_CONTENT_LENGTH_MISMATCH)$/, 'reset', 'the connection was cut'],
  [/CERT|SELF_SIGNED|UNABLE_TO|ERR_TLS|ERR_SSL|EPROTO/, 'certificate', 'TLS: the certificate or the handshake is not right'],
];

/** Sorts an error of undici, of the network or of an AbortSignal. */
export function outboundFailure(error: unknown): ConnectionFailure {
  const { code, name, message } = error as { code?: unknown; name?: unknown; message?: unknown };
  const mark = typeof code === 'string' ? code : String(name);
  const [, kind, reason] = KINDS.find(([pattern]) => pattern.test(mark)) ?? [undefined, 'network' as const, 'network error'];
  // Other network messages name the address behind an internal name.
  const detail = kind === 'forbidden_address' || typeof code !== 'string' ? `: ${String(message)}` : ` (${mark})`;
  return { kind, reason: `${reason}${detail}` };
}
