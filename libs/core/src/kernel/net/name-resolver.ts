import type { LookupAddress } from 'node:dns';
import { Resolver } from 'node:dns/promises';
import { readFileSync } from 'node:fs';
import { isIP } from 'node:net';

/** Every address of a host name. */
export type Resolve = (host: string) => Promise<LookupAddress[]>;

interface NameResolverOptions {
  /** DNS servers as `address` or `address:port`; those of the system when absent or empty. */
  servers?: readonly string[];
  /** The time for one name, in ms; then its queries are cancelled. */
  timeoutMs?: number;
  /** A hosts file, which answers before any server is asked, as in the system. */
  hostsFile?: string;
  now?: () => number;
}

interface Answer {
  until: number;
  addresses: Promise<LookupAddress[]>;
}

const HOSTS = process.platform === 'win32' ? String.raw`C:\Windows\System32\drivers\etc\hosts` : '/etc/hosts';
const LOCALHOST: LookupAddress[] = [
  { address: '127.0.0.1', family: 4 },
  { address: '::1', family: 6 },
];
/** Names that no DNS server has to know (RFC 6761). */
const NEVER = /(^|\.)invalid$/;
const MAX_CACHED = 1_000;
/** How long an answer is kept at most, and how long a failure is kept, in milliseconds. */
const [LONGEST, FAILURE] = [300_000, 5_000];
const HAS_NO_ADDRESS = ['ENOTFOUND', 'ENODATA'];

/**
 * Resolves names over the network itself (c-ares). The system's `getaddrinfo` blocks a thread of Node's pool while a DNS server
 * stays silent: four such names would stop every lookup, and reading files too. Answers are cached for as long as the server says,
 * at most five minutes. Lookups of the same name share a query.
 */
export class NameResolver {
  private readonly answers = new Map<string, Answer>();

  constructor(private readonly options: NameResolverOptions = {}) {}

  /** @throws Error with the code ENOTFOUND, ETIMEOUT (no answer in time) or EAI_AGAIN (the server failed). */
  readonly resolve: Resolve = (host) => {
    const name = host.toLowerCase().replace(/\.$/, '');
    const now = (this.options.now ?? Date.now)();
    const known = this.answers.get(name);
    if (known && known.until > now) return known.addresses;
    const answer: Answer = { until: Infinity, addresses: Promise.resolve([]) };
    answer.addresses = this.ask(name).then(
      ({ addresses, ttlMs }) => ((answer.until = now + Math.min(LONGEST, ttlMs)), addresses),
      (error: unknown) => {
        answer.until = now + FAILURE;
        throw error;
      },
    );
    if (this.answers.size >= MAX_CACHED) this.answers.delete(this.answers.keys().next().value!);
    this.answers.set(name, answer);
    return answer.addresses;
  };

  private async ask(name: string): Promise<{ addresses: LookupAddress[]; ttlMs: number }> {
    const listed = fromHostsFile(name, this.options.hostsFile ?? HOSTS);
    if (listed.length > 0) return { addresses: listed, ttlMs: FAILURE };
    if (name === 'localhost' || name.endsWith('.localhost')) return { addresses: LOCALHOST, ttlMs: LONGEST };
    if (NEVER.test(name)) throw failure('ENOTFOUND', name);
    const { servers = [], timeoutMs = 5_000 } = this.options;
    // A separate resolver, because cancelling ends all queries of a resolver.
    const resolver = new Resolver({ timeout: Math.ceil(timeoutMs / 3), tries: 2 });
    if (servers.length > 0) resolver.setServers(servers);
    const limit = setTimeout(() => resolver.cancel(), timeoutMs);
    try {
      const [v4, v6] = await Promise.allSettled([resolver.resolve4(name, { ttl: true }), resolver.resolve6(name, { ttl: true })]);
      const found = [...(v4.status === 'fulfilled' ? v4.value : []), ...(v6.status === 'fulfilled' ? v6.value : [])];
      if (found.length === 0) throw failure(codeOf([v4, v6]), name);
      const addresses = found.map(({ address }) => ({ address, family: isIP(address) }));
      return { addresses, ttlMs: Math.min(...found.map(({ ttl }) => ttl)) * 1_000 };
    } finally {
      clearTimeout(limit);
    }
  }
}

function codeOf(results: PromiseSettledResult<unknown>[]): string {
  const codes = results.flatMap((each) =>
    each.status === 'rejected' ? [(each.reason as NodeJS.ErrnoException).code ?? ''] : [],
  );
  if (codes.every((code) => HAS_NO_ADDRESS.includes(code))) return 'ENOTFOUND';
  return codes.some((code) => ['ETIMEOUT', 'ECANCELLED'].includes(code)) ? 'ETIMEOUT' : 'EAI_AGAIN';
}

function failure(code: string, name: string): Error {
  return Object.assign(new Error(`${name} cannot be resolved (${code})`), { code });
}

function fromHostsFile(name: string, file: string): LookupAddress[] {
  let text = '';
  try {
    text = readFileSync(file, 'utf8');
  } catch {
    // The system has no hosts file.
  }
  return text.split('\n').flatMap((line) => {
    const [address = '', ...names] = line.replace(/#.*/, '').trim().toLowerCase().split(/\s+/);
    return isIP(address) && names.includes(name) ? [{ address, family: isIP(address) }] : [];
  });
}
