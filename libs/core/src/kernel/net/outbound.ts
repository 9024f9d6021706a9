import { isIP, type LookupFunction, type Socket } from 'node:net';
import { Agent, buildConnector } from 'undici';
import { type AddressRules, forbiddenAddress, forbiddenRange } from './addresses';
import { NameResolver, type Resolve } from './name-resolver';

const CONTINUE = ['HTTP/1.1 100', 'HTTP/1.0 100'];
const START = CONTINUE[0]!.length;
const HEAD_END = '\r\n\r\n';
const MAX_HEAD_BYTES = 16 * 1024;

/** The host has an address that Percept does not connect to. */
class ForbiddenAddressError extends Error {
  readonly code = 'FORBIDDEN_ADDRESS';
}

interface SafeAgentOptions extends AddressRules {
  connectTimeoutMs?: number;
  /** Certificates (PEM) to trust besides those of Node. */
  ca?: string[];
  /** DNS servers as `address` or `address:port`; those of the system when absent or empty. */
  dnsServers?: readonly string[];
  /** Resolves names. When absent, names are resolved over the network, with a cache. */
  resolve?: Resolve;
}

/**
 * An undici Agent for URLs that callers gave us. Each new connection resolves the name, checks every address and connects to a
 * checked one: a name gains nothing by resolving differently the second time.
 */
export function safeAgent(options: SafeAgentOptions = {}): Agent {
  const { connectTimeoutMs = 10_000, ca } = options;
  const connect = buildConnector({ lookup: checkedLookup(options), timeout: connectTimeoutMs, ...(ca && { ca }) });
  return new Agent({
    connect: (target, callback) => {
      // Node does not look up a literal address.
      const host = target.hostname.replace(/^\[|\]$/g, '');
      const reason = isIP(host) ? forbiddenAddress(host, options) : undefined;
      if (reason) callback(new ForbiddenAddressError(reason), null);
      else connect(target, (...[error, socket]) => (socket ? callback(null, ignoreContinue(socket)) : callback(error, null)));
    },
  });
}

function checkedLookup({ dnsServers: servers, ...options }: SafeAgentOptions): LookupFunction {
  const { resolve = new NameResolver({ servers }).resolve, ...rules } = options;
  return (host, { all }, callback) => {
    resolve(host)
      .then((addresses) => {
        if (addresses.length === 0) throw Object.assign(new Error(`${host} has no address`), { code: 'ENOTFOUND' });
        for (const { address } of addresses) {
          const range = forbiddenRange(address, rules);
          if (range) throw new ForbiddenAddressError(`${host} leads to ${range}`);
        }
        return addresses;
      })
      .then(
        (addresses) => (all ? callback(null, addresses) : callback(null, addresses[0]!.address, addresses[0]!.family)),
        (error: NodeJS.ErrnoException) => callback(error, '', 0),
      );
  };
}

/**
 * Removes `100 Continue` from a server's answer. A client must accept it unasked (RFC 9110, 15.2), but undici ends the connection,
 * and a server that had accepted the request gets it again.
 */
function ignoreContinue<S extends Socket>(socket: S): S {
  const write = socket.write.bind(socket) as (...given: unknown[]) => boolean;
  const read = socket.read.bind(socket) as (size?: number) => Buffer | null;
  let awaitsHead = false;
  let held: Buffer = Buffer.alloc(0);

  socket.write = (...given: unknown[]) => {
    awaitsHead = true;
    return write(...given);
  };

  socket.read = (size?: number): Buffer | null => {
    for (;;) {
      const chunk = read(size);
      if (!awaitsHead || chunk === null) return chunk;
      held = withoutContinue(Buffer.concat([held, chunk]));
      if (held.length === 0 || isUndecided(held)) continue;
      const rest = held;
      [awaitsHead, held] = [false, Buffer.alloc(0)];
      return rest;
    }
  };
  return socket;
}

function withoutContinue(bytes: Buffer): Buffer {
  let rest = bytes;
  while (CONTINUE.includes(rest.toString('latin1', 0, START))) {
    const end = rest.indexOf(HEAD_END);
    if (end < 0) return rest;
    rest = rest.subarray(end + HEAD_END.length);
  }
  return rest;
}

/** Whether the bytes may be the beginning of a `100 Continue`. */
function isUndecided(bytes: Buffer): boolean {
  const start = bytes.toString('latin1', 0, START);
  return bytes.length < MAX_HEAD_BYTES && CONTINUE.some((each) => each.startsWith(start));
}
