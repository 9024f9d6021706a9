import ipaddr from 'ipaddr.js';
import { isInside, type AddressRange } from './address-ranges';

/** The name of a range in errors. */
const RANGES: Record<string, string> = {
  unspecified: 'the unspecified address',
  broadcast: 'the broadcast address',
  multicast: 'a multicast address',
  linkLocal: 'a link-local address (cloud metadata lives there)',
  loopback: 'a loopback address',
  carrierGradeNat: 'a carrier-grade NAT address',
  private: 'a private address',
  uniqueLocal: 'a private address',
  deprecatedSiteLocal: 'a private address',
  ipv4Mapped: 'an IPv4 address in an IPv6 disguise',
  rfc6145: 'an IPv4 address in an IPv6 disguise',
  rfc6052: 'an IPv4 address behind NAT64',
  '6to4': 'an IPv4 address behind 6to4',
  teredo: 'an IPv4 address behind Teredo',
};

/** All public IPv6 addresses. */
const GLOBAL_IPV6 = ipaddr.parseCIDR('2000::/3');

export interface AddressRules {
  /** Lets 127.0.0.0/8 and ::1 pass, for development. */
  allowLoopback?: boolean;
  /** Blocks that are always allowed, such as the operator's network. */
  allow?: readonly AddressRange[];
}

/**
 * Why Percept does not connect to an IP address; undefined if it does. Only public addresses pass: any other may belong to a
 * service that trusts its network.
 */
export function forbiddenAddress(text: string, rules: AddressRules = {}): string | undefined {
  const range = forbiddenRange(text, rules);
  return range === undefined ? undefined : `${text} is ${range}`;
}

/** Like `forbiddenAddress`, but does not name the address: where an internal name leads is nobody's business. */
export function forbiddenRange(text: string, { allowLoopback = false, allow = [] }: AddressRules = {}): string | undefined {
  if (!ipaddr.isValid(text)) return 'not an IP address';
  const address = ipaddr.parse(text);
  const range = address.range();
  if (range === 'loopback' && allowLoopback) return undefined;
  if (allow.some((block) => isInside(address, block))) return undefined;
  if (range !== 'unicast') return RANGES[range] ?? 'a reserved address';
  if (address instanceof ipaddr.IPv6 && !address.match(GLOBAL_IPV6)) return 'a reserved address';
  return undefined;
}
