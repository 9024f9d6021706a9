import { isIP, type LookupFunction } from 'node:net';
import { Agent, buildConnector } from 'undici';
import { type AddressRules, forbiddenAddress, forbiddenRange } from './addresses';
import { ignoreContinue } from './ignore-continue';
import { NameResolver, type Resolve } from './name-resolver';

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
